import { words } from "../../../foundation/words/words.ts";

/** Texts of the downloadable file that the page does not have. */
export const offlineFileWords = words("fairness/offline-file", {
  about:
    "A file on your disk: it loads nothing, sends nothing, and contacts a node of the chain only when you name one and press the button.",
  askNode: "Read from the Chain",
  badNode: "Please enter an address that begins with https://, or with http:// on this computer",
  chooseFile: "Choose a File",
  dataExplained:
    "Paste what the site returns at /api/races/verify/ followed by the race's ID, or drop the saved file here. It fills the fields, and everything that needs no network is checked at once.",
  fieldWrong: "This is not a race's data: the field {field} is missing or wrong.",
  language: "Language",
  noJson: "This is not a race's data: it is not JSON.",
  nodeExplained: "Optional. Any public Solana node for the race's own chain.",
  nodeUrl: "RPC URL of a node",
  raceData: "Data of a race",
  takeData: "Check This Data",
  title: "Furlong verifier",
});
