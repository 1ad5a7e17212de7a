import type { Language } from "./wire/languages.ts";
import type { Theme } from "../domain/theme.ts";
import type { Network } from "./settings/runtime.ts";

/** What a page shows first: the race, or what stands around every other page. */
export const places = ["race", "other"] as const;
export type Place = (typeof places)[number];

export const placeOf = (path: string): Place =>
  path === "/" || path === "/race" || path.startsWith("/ref/") ? "race" : "other";

/** What is known of a page before anybody has asked: it is built once for each. */
export interface PageKind {
  readonly place: Place;
  readonly theme: Theme;
  readonly network: Network;
  readonly language: Language;
}

/** Where the build puts a page, from the root of the built web app. */
export const pageFile = ({ place, theme, network, language }: PageKind): string =>
  `pages/${place}-${theme}-${network}-${language}.html`;
