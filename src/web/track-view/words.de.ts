import type { Translations } from "../words/translations.ts";

export const track: Translations["track"] = {
  checkSeed: "PRÜF DEN SEED",
  finish: "ZIEL",
  poolPays: "DER POOL ZAHLT",
  provablyFair: "NACHWEISBAR FAIR",
  runForRoses: "LAUF UM DIE ROSEN",
  verifyEveryRace: "PRÜF JEDES RENNEN",
};
