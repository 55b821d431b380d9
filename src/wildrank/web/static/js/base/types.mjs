/**
 * The shapes of the wire protocol, as types for the editor and the type checker; no code.
 *
 * @typedef {{ category: string, words: string, ranks: string, cards: string[],
 *   plays: Record<string, string> }} ValueView
 * @typedef {{ chair: number, name: string | null, bot?: boolean, stack?: number,
 *   status?: "playing" | "waiting" | "away" | "out", bank?: number | null, owes?: number,
 *   more?: number, leaving?: boolean, host?: boolean }} Chair
 * @typedef {{ what: string, to?: number, amount?: number }} LastAction
 * @typedef {{ chair: number, stack: number, bet: number, committed: number, folded: boolean,
 *   all_in: boolean, button: boolean, post: string | null, last: LastAction | null,
 *   down: string[], up: string[], shown: boolean, mucked: boolean, wild: string[],
 *   net: number | null }} SeatView
 * @typedef {{ kind: "act" | "buy" | "show" | "deal", chair: number | null,
 *   seconds?: number | null, limit?: number, bank?: number, in_bank?: boolean }} Turn
 * @typedef {{ fold: boolean, check: boolean, call: boolean, to_call: number,
 *   raise_low: number | null, raise_high: number | null, opening: boolean, capped: boolean,
 *   all_in_call: boolean, all_in_raise: boolean, buy: boolean, price: number,
 *   take_down: boolean, show: boolean, muck: boolean }} Legal
 * @typedef {{ wild: string[], high: ValueView | null, low: ValueView | null,
 *   starting?: string | null }} Mine
 * @typedef {{ chair: number, amount: number, odd: number }} Share
 * @typedef {{ pot: number, half: "whole" | "high" | "low", amount: number, odd: boolean,
 *   shares: Share[], beat?: number | null }} Award
 * @typedef {{ chair: number, wild: string[], high: ValueView | null, low: ValueView | null
 *   }} ShownHand
 * @typedef {{ awards: Award[], hands: ShownHand[],
 *   returned: { chair: number, amount: number }[], no_low: boolean }} Results
 * @typedef {{ amount: number, chairs: number[] }} Pot
 * @typedef {{ number: number, game: string, street: number, streets: string[],
 *   seats: SeatView[], board: string[], pot: number, pots: Pot[], turn: Turn | null,
 *   legal: Legal | null, mine: Mine | null, over: boolean, results: Results | null,
 *   rabbit?: string[] }} HandView
 * @typedef {{ chair: number, yours: boolean, seconds: number | null, players: number,
 *   last: { game: string, settings: Record<string, string> } | null }} Calling
 * @typedef {{ game: string, name: string, by: number | null, hand: number, stakes: string,
 *   lines: string[], announced?: Record<string, string>, settings: Record<string, string>,
 *   price: number | null }} Called
 * @typedef {{ chair: number | null, name: string | null, host: boolean,
 *   invite?: string | null, out?: "" | "hand" | "blind" | "out", owes?: number,
 *   low?: number | null, high?: number | null, place?: number | null, asking?: boolean,
 *   leaving?: boolean }} You
 * @typedef {{ games: string[], mode: "dealer" | "orbit",
 *   buy_in: { low: number, high: number, usual: number }, act_s: number | null, bank_s: number,
 *   approve: boolean, spectators: boolean, rabbit: boolean, kill: boolean,
 *   password: boolean }} Customs
 * @typedef {{ deal: string, stage: "promise" | "seed" | "dealt", seeds: number[],
 *   missing: number[], doubted?: number[] }} DealView
 * @typedef {{ table: string, n: number,
 *   you: You, chairs: Chair[],
 *   phase: "lobby" | "calling" | "playing" | "showdown", dealer: number | null,
 *   calling: Calling | null, called: Called | null, hand: HandView | null,
 *   deal?: DealView | null, customs?: Customs,
 *   asking?: { person: string, name: string }[], waiting?: string[], paused?: boolean,
 *   ending?: boolean, watching?: number }} TableView
 * @typedef {{ n: number, hand?: number | null, chair?: number | null, what: string,
 *   who?: string } & Record<string, any>} LogEvent
 * @typedef {{ key: string, label: string, kind: "number" | "choice" | "switch" | "text",
 *   choices: string[] | null, default: string, help?: string }} Option
 * @typedef {{ slug: string, name: string, summary: string, source: string, min: number,
 *   max: number, limits: string[],
 *   streets: { name: string, down: number, up: number, board: number, buyable: boolean }[],
 *   has_wilds: boolean, has_low: boolean, has_buy: boolean, options: Option[] }} GameInfo
 * @typedef {{ chair: number, win: number, tie: number, equity: number }} Chance
 * @typedef {{ street: number, board: string[], chances: Chance[], exact: boolean
 *   }} StreetChances
 * @module
 */
export {};
