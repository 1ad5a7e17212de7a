import { words } from "../../../foundation/words/words.ts";

/** Where the player is signed in. */
export const sessionWords = words("sign-in/sessions", {
  adminExplained: "In the admin panel, under Users, you end sessions of any admin.",
  current: "This one",
  end: "End",
  ended: "Session ended",
  explained: "Do you not recognise one? Sign in anew and end it.",
  notEnded: "The session could not be ended",
  notLoaded: "Your sessions did not load.",
  sessions: "Where you are signed in",
  times: "Signed in: {since} · Last used: {used}",
  tryAgain: "Try again",
  unknownBrowser: "Unknown browser",
});
