// The page's libraries come without types of their own; js/base/lib.mjs says what we use of them.
declare module "*/vendor/preact.mjs";
declare module "*/vendor/preact-hooks.mjs";
declare module "*/vendor/htm.mjs";
declare module "*/vendor/signals.mjs";
