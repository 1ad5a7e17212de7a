import type { Language } from "./wire/languages.ts";
import type { Theme } from "../domain/theme.ts";
import type { Network } from "../domain/networks.ts";

/** Every path of the web app, with its parameters. The server redirects any other to the first. */
export const pagePaths = {
  home: "/",
  race: "/race",
  replay: "/race/:id",
  referral: "/ref/:code",
  fairness: "/provably-fair",
  historyCheck: "/provably-fair/history",
  statistics: "/provably-fair/statistics",
  rules: "/rules-log",
  leaderboard: "/leaderboard",
  status: "/status",
  history: "/dashboard/history",
  dashboard: "/dashboard",
  profile: "/dashboard/profile",
  titles: "/dashboard/titles",
  referrals: "/dashboard/referrals",
  overlay: "/overlay",
  overlaySetup: "/overlay/setup",
  admin: "/admin",
  adminTab: "/admin/:tab",
} as const;
type PageName = keyof typeof pagePaths;

/** The tabs of the dashboard in their order, each by the name of its path. They are shown over the race. */
export const dashboardTabs = [
  "dashboard",
  "profile",
  "titles",
  "referrals",
] as const satisfies readonly PageName[];
export type DashboardTabName = (typeof dashboardTabs)[number];

/** Pages whose content is the same for every visitor: those that search engines are shown. */
export const publicPages = [
  "home",
  "fairness",
  "historyCheck",
  "statistics",
  "rules",
  "leaderboard",
  "status",
] as const satisfies readonly PageName[];

/** Where the pictures are that stand for a page in chats and social networks; its parameter and `.png` follow. */
export const previewPaths = { replay: "/preview/race/", referral: "/preview/ref/" } as const;

const patterns = Object.entries(pagePaths).map(([name, path]) => ({
  name: name as PageName,
  pattern: new RegExp(`^${path.replace(/:[a-z]+/, "([^/]+)").replace(/\/$/, "")}/?$`),
}));

/** The page of a path, and its parameter as written in the path; null if there is no such page. */
export function pageOf(path: string): { readonly name: PageName; readonly param: string | null } | null {
  for (const { name, pattern } of patterns) {
    const found = pattern.exec(path);
    if (found !== null) return { name, param: found[1] ?? null };
  }
  return null;
}

/** What a page shows first: the race, or the frame around every other page. */
export const places = ["race", "other"] as const;
export type Place = (typeof places)[number];

const racePages: ReadonlySet<PageName> = new Set(["home", "race", "referral", ...dashboardTabs]);

export function placeOf(path: string): Place {
  const name = pageOf(path)?.name;
  return name !== undefined && racePages.has(name) ? "race" : "other";
}

/** Pages as wide as the screen, in addition to those of the race. */
const widePages: ReadonlySet<PageName | undefined> = new Set(["fairness", "historyCheck", "statistics"]);

/** Whether a path's page is under the navigation bar: the race and fairness pages are as wide as the screen. */
export const hasNavigationBar = (path: string): boolean =>
  placeOf(path) === "other" && !widePages.has(pageOf(path)?.name);

/** What is known of a page before any request: one page is built for each combination. */
export interface PageKind {
  readonly place: Place;
  readonly theme: Theme;
  readonly network: Network;
  readonly language: Language;
}

/** Where the build puts a page, from the root of the built web app. */
export const pageFile = ({ place, theme, network, language }: PageKind): string =>
  `pages/${place}-${theme}-${network}-${language}.html`;

/** The overlay is a separate page, the same for everybody: what it shows is in its address. */
export const OVERLAY_FILE = "pages/overlay.html";

/** The verifier that runs without the site: one file, which browsers save instead of opening it (rule FAIR-34). */
export const VERIFIER_FILE = "furlong-verifier.html";
