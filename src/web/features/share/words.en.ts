import { words } from "../../foundation/words/words.ts";

/** The picture of a win, and what can be done with it. */
export const shareWords = words("share", {
  copied: "Picture copied",
  copyFailed: "Failed to copy to clipboard",
  copyImage: "Copy image",
  download: "Download",
  horsePays: "{horse} pays {odds}",
  iWon: "I won",
  localNoValue: "local, no value",
  makeFailed: "The picture could not be made",
  pays: "Pays",
  picture: "{race}: {horse} {margin}, pays {odds}, {won} SOL won",
  playMoney: "SOL of play money",
  share: "Share",
  shareFailed: "The picture could not be shared",
  shareYourWin: "Share your win",
  theyWon: "{name} won",
  withMyUsername: "With my username",
});
