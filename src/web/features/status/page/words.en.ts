import { words } from "../../../foundation/words/words.ts";

/** The page that says what runs. */
export const statusWords = words("status/page", {
  bets: "Bets and withdrawals",
  failed: "The status cannot be loaded right now.",
  halted: "Halted",
  lastRaces: "Last races",
  noRaces: "No race has finished yet.",
  noReason: "No reason was given.",
  open: "Open",
  paidAfter: "paid after {seconds} s",
  paused: "Paused",
  payouts: "Payouts",
  pool: "pool {amount} SOL",
  refunded: "refunded",
  rules: "All changes of the rules, with their reasons",
  since: "Since {time}",
  title: "Status",
  tryAgain: "Try again",
  untilThen: "What is owed stays owed: everything is paid once this ends.",
});
