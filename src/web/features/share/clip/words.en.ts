import { words } from "../../../foundation/words/words.ts";

/** A clip of a race's finish: recorded, saved and shared. */
export const clipWords = words("share/clip", {
  cancel: "Cancel",
  failed: "The clip could not be made.",
  finishOf: "The finish of {race}, won by {horse}",
  ready: "Ready: {seconds} s, {megabytes} MB",
  recording: "Recording the finish",
  save: "Save",
  saveClip: "Save a clip",
  share: "Share",
  shareFailed: "The clip could not be shared",
  title: "Clip of the finish",
  tryAgain: "Try again",
});
