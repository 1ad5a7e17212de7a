import { words } from "../../foundation/words/words.ts";

/** The dialog of help: keys, motion and language. */
export const helpWords = words("app/help", {
  keyAmount: "Go to the amount",
  keyBet: "Place the bet",
  keyChat: "Go to the chat",
  keyboard: "Keyboard",
  keyHelp: "Show this help",
  keyHorse: "Pick a horse",
  keyNameEnter: "Enter",
  keyNameSpace: "Space or K",
  keyPlay: "Replay: play or pause",
  keyPreset: "Use one of your four presets",
  keySeek: "Replay: back or forward one second",
  keySound: "Sound on or off",
  keySource: "Stake from wallet or balance",
  language: "Language",
  motionReduced: "Motion is reduced",
  shortcutsOn: "Keyboard shortcuts are on",
  whatRuns: "What runs and what is paused",
});
