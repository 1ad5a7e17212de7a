/**
 * What a running race costs the page, compared in the same run with a page that does nothing but request frames:
 *
 *     npm run bench -- track-frames [races]
 *
 * The real page at 1440×900 in Chromium, with smoke, over live races among practice bettors; the canvas is drawn in its
 * worker. Frames are counted where they are drawn. Main-thread time is the processor time of all tasks on the page's
 * main thread, divided by the frames that a screen shows meanwhile, 60 a second. Races are run in either theme, and in
 * either with the main thread blocked for 120 of every 400 ms, which is then most of its time. With several races of a
 * kind the median is reported, and the frames of each.
 */
import type { Browser, CDPSession, Page } from "playwright-core";
import { themes } from "../src/domain/theme.ts";
import { changeSetting } from "../tests/support/admin-session.ts";
import { until } from "../tests/support/until.ts";
import {
  activeRace,
  askForFrames,
  median,
  plainPage,
  type Scope,
  wait,
  withRaceSite,
} from "./track-frames/race-site.ts";

const RACES = Number(process.argv[2] ?? 8);
const WATCHED_MS = 8_000;
const SCREEN_HZ = 60;

interface Seen {
  /** Times of the frames, in ms. */
  readonly at: readonly number[];
  /** How long each took to draw, in ms. */
  readonly took: readonly number[];
}

interface Frames {
  readonly perSecond: number;
  readonly longestGapMs: number;
  readonly drawingMs: number;
  readonly mainThreadMs: number;
}

/** A string, because it runs in the page or its worker: counts the frames that any caller there gets. */
const countFrames = `
  self.seen = { at: [], took: [] };
  const ask = self.requestAnimationFrame.bind(self);
  self.requestAnimationFrame = (draw) => ask((time) => {
    const begun = performance.now();
    draw(time);
    seen.at.push(begun);
    seen.took.push(performance.now() - begun);
  });
`;

const blockMainThread = `
  self.blocking = setInterval(() => {
    const end = performance.now() + 120;
    while (performance.now() < end);
  }, 400);
`;

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

/** Measures the page or worker that draws, for a while. */
async function watch(drawer: Scope, session: CDPSession): Promise<Frames> {
  await drawer.evaluate(`seen.at.length = seen.took.length = 0`);
  const [busyBefore, begun] = [await mainThreadMs(session), performance.now()];
  await wait(WATCHED_MS);
  const [busyAfter, ended] = [await mainThreadMs(session), performance.now()];
  const { at, took } = (await drawer.evaluate(`seen`)) as Seen;
  const span = (at.at(-1) ?? 0) - (at[0] ?? 0);
  return {
    perSecond: (1000 * (at.length - 1)) / span,
    longestGapMs: Math.max(...at.slice(1).map((time, index) => time - (at[index] ?? time))),
    drawingMs: median(took),
    mainThreadMs: (busyAfter - busyBefore) / (((ended - begun) / 1000) * SCREEN_HZ),
  };
}

async function openAt(browser: Browser, url: string): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // Time that the thread really ran: what other processes on the machine take is not counted.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(url);
  return { page, session };
}

async function watchPlainPage(browser: Browser): Promise<Frames> {
  const { page, session } = await openAt(browser, plainPage);
  await page.evaluate(countFrames);
  await page.evaluate(askForFrames);
  const frames = await watch(page, session);
  await page.context().close();
  return frames;
}

/** Joins before the start, and measures from one second after it. */
async function watchRace(browser: Browser, url: string, blocked: boolean): Promise<Frames> {
  await until("a race that is still open", async () => (await activeRace(url))?.status === "countdown");
  const { page, session } = await openAt(browser, url);
  const drawer = await until("the worker that draws", async () => page.workers()[0]);
  await drawer.evaluate(countFrames);
  const startsAt = await until("the start", async () => {
    const race = await activeRace(url);
    return race?.status === "active" && race.startsAt !== null && Date.parse(race.startsAt);
  });
  await wait(startsAt + 1000 - Date.now());
  if (blocked) await page.evaluate(blockMainThread);
  const frames = await watch(drawer, session);
  await page.context().close();
  return frames;
}

function tell(name: string, seen: readonly Frames[]): void {
  const of = (key: keyof Frames, digits: number, width: number) =>
    median(seen.map((one) => one[key]))
      .toFixed(digits)
      .padStart(width);
  const each = seen.map(({ perSecond }) => perSecond.toFixed(1)).join(" ");
  console.log(
    `${name.padEnd(35)}${of("perSecond", 1, 7)}${of("longestGapMs", 0, 10)} ms${of("drawingMs", 2, 14)} ms${of("mainThreadMs", 2, 18)} ms   ${each}`,
  );
}

await withRaceSite(async ({ browser, url, admin }) => {
  const kinds = [false, true].flatMap((blocked) =>
    themes.map((theme) => ({ theme, blocked, seen: [] as Frames[] })),
  );
  const plain: Frames[] = [];
  for (let count = 0; count < RACES; count++) {
    const kind = kinds[count % kinds.length];
    if (kind === undefined) break;
    const { theme, blocked, seen } = kind;
    await changeSetting(admin, "theme", theme);
    plain.push(await watchPlainPage(browser));
    seen.push(await watchRace(browser, url, blocked));
  }
  console.log(`${" ".repeat(34)}frames/s  longest gap  drawing a frame  main thread a frame`);
  console.log(`aim${"60".padStart(39)}${"≤ 2.00 ms".padStart(50)}`);
  tell("plain page", plain);
  for (const { theme, blocked, seen } of kinds)
    tell(`${theme}${blocked ? ", main thread blocked" : ""}`, seen);
});
