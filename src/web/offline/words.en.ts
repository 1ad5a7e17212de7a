import { words } from "../foundation/words/words.ts";

/** Shown when the server cannot be reached. */
export const offlineWords = words("offline", {
  betsAreSafe:
    "A bet you have placed stays placed: it is safe on the server, and what it wins is paid to you.",
  mayBe: "You may be offline, or our server is unavailable for a moment.",
  notYet: "Still no connection. This page keeps trying automatically.",
  reached: "The server is back …",
  triesItself: "This page tries again automatically.",
  tryAgain: "Try Again",
  trying: "Trying …",
  unreachable: "Furlong cannot be reached",
});
