import { words } from "../words/words.ts";

/** Shown when the server cannot be reached. */
export const offlineWords = words("offline", {
  betsAreSafe: "A bet that is in stays in: it is safe on the server, and what it wins is paid to you.",
  mayBe: "You may be offline, or our server is not there for a moment.",
  notYet: "Still no connection. This page goes on trying by itself.",
  reached: "The server is there again …",
  triesItself: "This page tries again by itself.",
  tryAgain: "Try Again",
  trying: "Trying …",
  unreachable: "Furlong cannot be reached",
});
