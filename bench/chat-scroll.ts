/**
 * What the chat costs: 500 messages of five emotes each, scrolled while a race runs, compared in the same run with an
 * empty page and with the same page while its chat is idle, both of which only request frames:
 *
 *     node --import tsx bench/chat-scroll.ts [races]
 *
 * The real page at 1440×900 in Chromium, against a real server with practice bettors. The messages are injected between
 * server and page as socket frames; the page handles them with its own code. `page` is the frames of the page, `race`
 * those of the worker that draws. With several races the median is reported. The list is scrolled by a script, which
 * sets its position once a frame and so waits for the main thread, and by a wheel, as people do it. Without a graphics
 * card the race alone holds the page below 60: the cost of scrolling is the difference from the idle page.
 */
import type { Browser, Page, WebSocketRoute } from "playwright-core";
import { changeSetting } from "../tests/support/admin-session.ts";
import { signUp } from "../tests/support/sign-up.ts";
import { until } from "../tests/support/until.ts";
import { activeRace, askForFrames, median, plainPage, type Scope, wait, withRaceSite } from "./race-site.ts";

const RACES = Number(process.argv[2] ?? 3);
const MESSAGES = 500;
const WATCHED_MS = 4_000;
/** Long enough for everything that is measured during it. */
const RACE_S = 20;
/** Per frame: fast, but still readable. */
const SCROLLED_PX = 60;
const SCREEN_HZ = 60;

interface Frames {
  readonly perSecond: number;
  readonly longestGapMs: number;
}

/** A string, because it runs in the page or its worker: records the time of each frame, however many callers request it. */
const countFrames = `
  self.frames = [];
  const ask = self.requestAnimationFrame.bind(self);
  self.requestAnimationFrame = (draw) => ask((time) => {
    draw(time);
    if (frames.at(-1) !== time) frames.push(time);
  });
`;
const scrollChat = `
  const list = document.querySelector("[data-chat] ol").parentElement;
  let step = -${SCROLLED_PX};
  self.scrolling = true;
  const frame = () => {
    if (list.scrollTop <= 0) step = ${SCROLLED_PX};
    if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) step = -${SCROLLED_PX};
    if (!self.scrolling) return;
    list.scrollTop += step;
    requestAnimationFrame(frame);
  };
  frame();
`;

async function framesOf(scope: Scope): Promise<Frames> {
  const at = (await scope.evaluate(`frames.splice(0)`)) as readonly number[];
  const span = (at.at(-1) ?? 0) - (at[0] ?? 0);
  return {
    perSecond: (1000 * (at.length - 1)) / span,
    longestGapMs: Math.max(...at.slice(1).map((time, index) => time - (at[index] ?? time))),
  };
}

const wallets = ["11111111111111111111111111111111", "Vote111111111111111111111111111111111111111"];

/** The emotes that every server starts with, as players use them. */
async function starterShortcodes(url: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/api/emotes/manifest/anonymous`);
  const { emotes } = (await response.json()) as { emotes: readonly { shortcode: string }[] };
  if (emotes.length === 0) throw new Error("the server has no emotes");
  return emotes.map(({ shortcode }) => shortcode);
}

const messagesOf = (shortcodes: readonly string[]) =>
  Array.from({ length: MESSAGES }, (_, index) => ({
    id: `bench-${index}`,
    walletAddress: wallets[index % 2],
    username: `bettor_${index % 40}`,
    content: Array.from(
      { length: 5 },
      (_one, at) => `:${shortcodes[(index + at) % shortcodes.length]}:`,
    ).join(" and "),
    room: "lobby",
    timestamp: new Date(Date.now() - (MESSAGES - index) * 1_000).toISOString(),
    isAdmin: index % 10 === 0,
    isModerator: false,
    hasStar: false,
    active_title: index % 3 === 0 ? "Night Owl" : null,
    is_streamer: index % 4 === 0,
    is_partner: false,
  }));

/** Socket.IO's frame for an event. */
const frameOf = (name: string, payload: unknown) => `42${JSON.stringify([name, payload])}`;

async function openChat(browser: Browser, url: string): Promise<{ page: Page; renderedMs: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let socket: WebSocketRoute | null = null;
  await page.routeWebSocket(/socket\.io/, (route) => {
    socket = route;
    route.connectToServer();
  });
  await page.goto(url);
  await signUp(page, `scroller${Math.floor(performance.now()) % 100_000}`);
  await page.goto(url);
  await page.getByRole("complementary", { name: "Lobby chat" }).getByRole("combobox").waitFor();
  await wait(1_000);
  await page.evaluate(`self.longTask = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => { longTask += duration; })).observe({ type: "longtask" });`);
  const current = socket as WebSocketRoute | null;
  const messages = messagesOf(await starterShortcodes(url));
  current?.send(frameOf("room-history", { room: "lobby", messages }));
  await until("all messages", async () => (await page.locator("[data-message]").count()) === MESSAGES);
  await wait(500);
  return { page, renderedMs: (await page.evaluate(`longTask`)) as number };
}

interface Both {
  readonly race: Frames;
  readonly page: Frames;
}

interface Seen {
  readonly plain: Frames;
  readonly atRest: Both;
  readonly byScript: Both;
  readonly byWheel: Both;
  readonly renderedMs: number;
}

/** Turns a wheel over the chat, towards the beginning, at the script's pace; resolves when scrolling has stopped. */
async function turnWheel(page: Page): Promise<void> {
  const list = page.locator("[data-chat] ol").locator("..");
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const box = await list.boundingBox();
  if (box === null) throw new Error("the chat is not shown");
  const session = await page.context().newCDPSession(page);
  const speed = SCROLLED_PX * SCREEN_HZ;
  const { x, y, width, height } = box;
  await session.send("Input.synthesizeScrollGesture", {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: speed * (WATCHED_MS / 1_000 + 1),
    speed,
    gestureSourceType: "mouse",
  });
}

async function watchPlainPage(browser: Browser): Promise<Frames> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(plainPage);
  await page.evaluate(countFrames);
  await page.evaluate(askForFrames);
  await wait(WATCHED_MS);
  const frames = await framesOf(page);
  await page.close();
  return frames;
}

async function watchRace(browser: Browser, url: string): Promise<Seen> {
  const plain = await watchPlainPage(browser);
  const { page, renderedMs } = await openChat(browser, url);
  const drawer = await until("the worker that draws", async () => page.workers()[0]);
  await drawer.evaluate(countFrames);
  await page.evaluate(countFrames);
  const seenId: string | undefined = (await activeRace(url))?.id;
  const startsAt = await until("a start that was not missed", async () => {
    const race = await activeRace(url);
    const isFresh = race?.status === "active" && race.startsAt !== null;
    return (
      isFresh && (race.id !== seenId || Date.parse(race.startsAt) > Date.now()) && Date.parse(race.startsAt)
    );
  });
  await wait(startsAt + 500 - Date.now());
  await page.evaluate(askForFrames);
  const watch = async () => {
    await drawer.evaluate(`frames.length = 0`);
    await page.evaluate(`frames.length = 0`);
    await wait(WATCHED_MS);
    return { race: await framesOf(drawer), page: await framesOf(page) };
  };
  const atRest = await watch();
  await page.evaluate(scrollChat);
  const byScript = await watch();
  await page.evaluate(`self.scrolling = false`);
  const wheel = turnWheel(page);
  await wait(500);
  const byWheel = await watch();
  await wheel;
  if ((await activeRace(url))?.status !== "active") throw new Error("the race was over before the chat was");
  await page.context().close();
  return { plain, atRest, byScript, byWheel, renderedMs };
}

await withRaceSite(async ({ browser, url, admin }) => {
  await changeSetting(admin, "race_types", JSON.stringify(["endurance"]));
  await changeSetting(admin, "endurance_duration", String(RACE_S));
  const seen: Seen[] = [];
  for (let count = 0; count < RACES; count++) seen.push(await watchRace(browser, url));
  const rows: readonly (readonly [string, (one: Seen) => Frames])[] = [
    ["plain page", ({ plain }) => plain],
    ["race, chat at rest", ({ atRest }) => atRest.race],
    ["race, scrolled by script", ({ byScript }) => byScript.race],
    ["race, scrolled by wheel", ({ byWheel }) => byWheel.race],
    ["page, chat at rest", ({ atRest }) => atRest.page],
    ["page, scrolled by script", ({ byScript }) => byScript.page],
    ["page, scrolled by wheel", ({ byWheel }) => byWheel.page],
  ];
  console.log(`${" ".repeat(26)}frames/s  longest gap   each`);
  for (const [name, framesIn] of rows) {
    const all = seen.map(framesIn);
    const perSecond = median(all.map((one) => one.perSecond)).toFixed(1);
    const gap = median(all.map((one) => one.longestGapMs)).toFixed(0);
    const each = all.map((one) => one.perSecond.toFixed(1)).join(" ");
    console.log(`${name.padEnd(26)}${perSecond.padStart(8)}${gap.padStart(10)} ms   ${each}`);
  }
  const rendered = median(seen.map(({ renderedMs }) => renderedMs)).toFixed(0);
  console.log(`long tasks while ${MESSAGES} messages were drawn for the first time: ${rendered} ms`);
});
