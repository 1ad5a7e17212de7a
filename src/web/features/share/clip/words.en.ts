import { words } from "../../../foundation/words/words.ts";

/** A clip of a race's finish: recorded, watched, saved and shared. */
export const clipWords = words("share/clip", {
  cancel: "Cancel",
  failed: "The clip could not be made.",
  finishOf: "The finish of {race}, won by {horse}",
  pause: "Pause",
  play: "Play",
  ready: "Ready: {seconds} s, {megabytes} MB",
  recording: "Recording the finish",
  save: "Save",
  saveClip: "Save a clip",
  shape: "Shape",
  share: "Share",
  shareFailed: "The clip could not be shared",
  square: "Square",
  title: "Clip of the finish",
  tryAgain: "Try again",
  wide: "Wide",
});
