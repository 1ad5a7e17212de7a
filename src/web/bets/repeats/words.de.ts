import type { Translation } from "../../words/words.ts";
import type { repeatWords } from "./words.en.ts";

export const german: Translation<typeof repeatWords> = {
  repeatAmount: "Einsatz je Rennen",
  repeatFavourite: "Den Favoriten des Augenblicks",
  repeatHorse: "Pferd",
  repeatIncomplete: "Bitte gib Einsatz, Rennen und Grenze an.",
  repeatLeft: "Dauerwette: noch {left} von {races} Rennen · {amount} SOL",
  repeatMoney: "Das kommt aus deinem Guthaben ({balance} SOL frei). Gewinne gehen an deine Wallet.",
  repeatNet: "Bisher netto {net} SOL",
  repeatRaces: "Rennen",
  repeatRacesWrong: "Bitte gib 1 bis 50 Rennen an",
  repeatRunning: "Laufende Dauerwette",
  repeatSame: "Dieselbe Nummer wie zuletzt",
  repeatStart: "Dauerwette starten",
  repeatStarted: "Dauerwette gestartet",
  repeatStartFailed: "Die Dauerwette ließ sich nicht starten",
  repeatStop: "Stopp bei Verlust von",
  repeatStopFailed: "Die Dauerwette ließ sich nicht stoppen",
  repeatStopped: "Dauerwette gestoppt",
  repeatStopWrong: "Die Grenze muss mindestens so hoch sein wie ein Einsatz",
  repeatTerms: "{amount} SOL in jedem von {races} Rennen. Du verlierst höchstens {most} SOL.",
  repeatTitle: "Dauerwette",
  stop: "Stoppen",
};
