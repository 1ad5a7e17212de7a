import type { Page } from "playwright-core";
import { shaped } from "./catalogue.ts";
import type { Tourist } from "./tourist.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- the wire is changed here without its types
type Wire = any;

/**
 * The replay of a race that was run, and endings that cannot be produced at will: the server's answers about the race
 * are changed on their way to the page.
 */
export async function* endedRaces(tourist: Tourist): AsyncGenerator<string> {
  const { page } = tourist;
  const { bets }: Wire = await page.evaluate(async () => {
    const { wallet } = await (await fetch("/api/auth/session")).json();
    return (await fetch(`/api/races/history/${wallet}`)).json();
  });
  // The repeat may have bet in a race that is still open.
  const { race_id: raceId } = bets.find(({ result }: Wire) => result !== null);
  yield* replays(tourist, raceId);
  yield* replayWithoutRun(tourist, raceId);
  yield* playMoney(tourist);
  yield* raceWithoutRun(tourist);
}

async function* replays({ page, url, texts: { replay, share } }: Tourist, raceId: string) {
  const link = `${url}/race/${raceId}`;
  const answer = `**/api/races/${raceId}`;
  await page.goto(link);
  await moveTo(page, 6_000);
  await untilTrackDrawn(page);
  yield "replay";

  await changeAnswer(page, answer, won);
  await page.goto(link);
  await moveTo(page, 60_000);
  await page.getByTestId("winner").waitFor();
  await untilTrackDrawn(page);
  yield "replay-won";
  await page.getByRole("button", { name: share.shareYourWin }).click();
  await page.getByRole("button", { name: share.download }).and(page.locator(":enabled")).waitFor();
  yield "share";

  await changeAnswer(page, answer, wonByNobody);
  await page.goto(link);
  await moveTo(page, 60_000);
  await page.getByTestId("winner").waitFor();
  await untilTrackDrawn(page);
  yield "replay-nobody-won";
  await page.goto(`${url}/race/99999999-0`);
  await page.getByRole("heading", { name: replay.notFoundTitle }).waitFor();
  yield "replay-not-found";
}

/**
 * The track appears a moment after the page, drawn by its worker; with reduced motion the horses' progress is shown
 * instead.
 */
const untilTrackDrawn = (page: Page) =>
  page.locator("[role=img][aria-busy=false]").or(page.getByRole("progressbar").nth(5)).waitFor();

/** Moves the replay's slider; a time beyond its end means its end. */
async function moveTo(page: Page, elapsedMs: number) {
  const slider = page.getByRole("slider");
  await slider.waitFor();
  await page.keyboard.press("k");
  await slider.evaluate((element, to) => {
    // Calls the element's native setter, so that React notices the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, String(to));
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }, elapsedMs);
}

async function changeAnswer(page: Page, path: string, change: (answer: Wire) => void) {
  await page.unroute(path);
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const answer: Wire = await response.json();
    change(answer);
    await route.fulfill({ response, json: answer });
  });
}

/** Makes the tourist's bet a winning one. */
function won({ race, yourBet }: Wire): void {
  const { id, number, name } = race.winning_horse;
  const winner = race.horses.find((horse: Wire) => horse.id === id);
  winner.odds = 2.85;
  Object.assign(yourBet, {
    horse_id: id,
    horse_number: number,
    horse_name: name,
    result: "win",
    payout_amount: Math.round(yourBet.bet_amount * winner.odds * 1e9) / 1e9,
  });
}

function wonByNobody({ race, yourBet }: Wire): void {
  race.status = "refunded";
  race.horses.find((horse: Wire) => horse.id === race.winning_horse.id).odds = null;
  Object.assign(yourBet, { result: "refunded", payout_amount: yourBet.bet_amount });
}

function neverRun({ race }: Wire): void {
  const nothing = {
    startsAt: null,
    places: null,
    winning_horse: null,
    winning_horse_id: null,
    motionSeed: null,
  };
  Object.assign(race, { status: "refunded", refund_reason: "no_beacon", ...nothing });
}

async function* replayWithoutRun({ page, url, texts: { replay } }: Tourist, raceId: string) {
  await changeAnswer(page, `**/api/races/${raceId}`, neverRun);
  await page.goto(`${url}/race/${raceId}`);
  await page.getByRole("heading", { name: shaped(replay.refundedTitle) }).waitFor();
  yield "replay-never-run";
}

async function* playMoney({ page, url, texts: { app } }: Tourist) {
  const runtime = "**/api/public/runtime";
  await changeAnswer(page, "**/api/races/active", ({ race }) => void (race.testing = true));
  await changeAnswer(page, runtime, (answer) => void (answer.testing = true));
  await page.goto(url);
  await page.getByText(app.testingMode).waitFor();
  await page.waitForTimeout(1_500);
  yield "play-money";
  await page.unroute(runtime);
}

/** Comes last: from here on the server's events, which report the real race, do not get through. */
async function* raceWithoutRun({ page, url, texts: { "track-view": trackView } }: Tourist) {
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await changeAnswer(page, "**/api/races/active", neverRun);
  await page.goto(url);
  await page.getByRole("heading", { name: trackView.raceRefunded }).waitFor();
  await untilTrackDrawn(page);
  yield "race-refunded";
}
