import type { Translations } from "./words.ts";

/** Descriptions of the founding horses, by their names. */
export const horses: Translations["horses"] = {
  "Thunder Bolt": "Bricht wie eine Gewitterfront aus der Box, und wer mitkommt, soll es zeigen.",
  "Lightning Flash": "Einmal geblinzelt auf der Gegengeraden, und die blauen Farben sind weg.",
  "Storm Chaser": "Liegt an dritter Stelle, wartet, bis es vorn eng wird, und rennt mitten hinein.",
  "Midnight Runner": "Still im Führring, unerbittlich, sobald die Lichter angehen.",
  "Golden Arrow": "Braucht eine freie Bahn bis zum Pfosten und keine zweite Einladung.",
  "Silver Streak": "Erfahren, mit langem Galopp und einem Endspurt, der schon viele Herzen gebrochen hat.",
};
