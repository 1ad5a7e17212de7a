import { words } from "../words/words.ts";

/** The building blocks of all pages. */
export const uiWords = words("ui", {
  close: "Close",
  copy: "Copy",
  copyFailed: "Failed to copy to clipboard",
  crashed: "Something went wrong",
  crashedSafe: "Your bets and your balance are safe on the server.",
  loading: "Loading",
  news: "News",
  reload: "Reload Page",
});
