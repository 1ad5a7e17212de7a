import type { Theme } from "./runtime.ts";

/** What a page shows first: the race, or what stands around every other page. */
export const places = ["race", "other"] as const;
export type Place = (typeof places)[number];

export const placeOf = (path: string): Place =>
  path === "/" || path === "/race" || path.startsWith("/ref/") ? "race" : "other";

/** Where the build puts a page, from the root of the built web app. */
export const pageFile = (place: Place, theme: Theme): string => `pages/${place}-${theme}.html`;
