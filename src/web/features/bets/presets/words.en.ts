import { words } from "../../../foundation/words/words.ts";

/** The dialog of the quick bets. */
export const presetsWords = words("bets/presets", {
  amountNumber: "Amount {number}",
  quickBetsSaved: "Quick bets saved",
  quickBetsTitle: "Quick Bets",
  save: "Save",
  saveFailed: "Failed to save",
  saving: "Saving…",
});
