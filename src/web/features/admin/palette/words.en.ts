import { words } from "../../../foundation/words/words.ts";

/** The command palette. */
export const paletteWords = words("admin/palette", {
  found: "Found",
  goTo: "Go to",
  houseTransaction: "Find the deposit or payment of {text}",
  payouts: "Payouts",
  placeholder: "Tab, setting, wallet, username, race ID, signature",
  race: "Open race {text}",
  races: "Races",
  setting: "Setting",
  tab: "Tab",
  transaction: "Find the payment of {text}",
  user: "Open user {text}",
  userSearch: "Search users for \u201c{text}\u201d",
  users: "Users",
  wallets: "House Wallets",
});
