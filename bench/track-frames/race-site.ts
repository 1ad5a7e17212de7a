import type { Browser } from "playwright-core";
import { buildWebIfStale } from "../../scripts/build.mjs";
import { changeSetting, openAdminSession } from "../../tests/support/admin-session.ts";
import { openBrowser } from "../../tests/support/browser.ts";
import { newPlayer, type Player } from "../../tests/support/player.ts";
import { startServer } from "../../tests/support/server-process.ts";

interface RaceSite {
  readonly url: string;
  readonly browser: Browser;
  readonly admin: Player;
}

/** Provides the built page and its server, where practice bettors make races follow one another quickly. */
export async function withRaceSite(use: (site: RaceSite) => Promise<void>): Promise<void> {
  buildWebIfStale();
  const [server, browser] = await Promise.all([
    startServer({ env: { LOCAL_PLAYERS: "3", LOG_LEVEL: "warn" } }),
    openBrowser(),
  ]);
  try {
    const admin = await openAdminSession(server.url);
    await changeSetting(admin, "countdown_seconds", "15");
    await changeSetting(admin, "next_race_delay", "3");
    await use({ url: server.url, browser, admin });
  } finally {
    await browser.close();
    await server.stop();
  }
}

export const activeRace = async (url: string) =>
  (await newPlayer(url).call("GET", "/api/races/active")).body.race;

/** Where frames are counted: a page, or its worker. */
export interface Scope {
  evaluate(script: string): Promise<unknown>;
}

export const plainPage = `data:text/html,<title>plain</title>`;
export const askForFrames = `const frame = () => requestAnimationFrame(frame); frame();`;

export const wait = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** For an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
