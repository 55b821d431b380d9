/**
 * Words to choose from: what may be announced, and names for those who give none.
 * @module
 */

/**
 * What an announcement may be, where its word alone says too little.
 * @type {Record<string, string>}
 */
export const CHOICES = {
  "limit.fixed": "fixed limit",
  "limit.pot": "pot limit",
  "limit.no": "no limit",
  "ante-by.all": "everybody",
  "ante-by.dealer": "the dealer, for all",
  "ante-by.big-blind": "the big blind, for all",
  "cap-active.not-all-in": "who can still bet",
  "cap-active.all": "all-in players too",
  "heads-up-cap.lifted": "lifted",
  "heads-up-cap.kept": "stays",
  "heads-up-cap.tournament": "as in tournaments",
  "short-all-in.half": "half a bet",
  "short-all-in.full": "a full bet",
  "ace-in-hole.high": "high",
  "ace-in-hole.low": "low",
  "five-of-a-kind.above": "above a straight flush",
  "five-of-a-kind.below": "below a straight flush",
  "five-of-a-kind.royal": "below a natural royal flush",
  "price-pot.last": "the buyer’s last pot",
  "price-pot.main": "the main pot",
  "buy-order.in-turn": "one after the other",
  "buy-order.decide-first": "all decide first",
  "buy-order.secret": "all decide in secret",
  "odd-chip.left": "left of the button",
  "odd-chip.high-card": "highest card",
  "same-winners.once": "split once",
  "same-winners.per-half": "split each half",
  "showdown.all-in": "when somebody is all-in",
  "showdown.all": "always",
  "showdown.each": "each decides",
  "heads-up.button": "the button",
  "heads-up.left": "left of the button",
};

export const friendly = [
  "Ace",
  "Biscuit",
  "Clover",
  "Dusty",
  "Echo",
  "Fidget",
  "Ginger",
  "Hazel",
  "Indigo",
  "Juniper",
  "Kestrel",
  "Lucky",
  "Maple",
  "Nutmeg",
  "Olive",
  "Pepper",
  "Quill",
  "Rusty",
  "Saffron",
  "Teddy",
  "Umber",
  "Violet",
  "Willow",
  "Ziggy",
];
