import type { Browser, Page } from "playwright-core";
import { visit, type Visitor } from "./browser.ts";
import { newPlayer, type Player } from "./independent-player.ts";
import { until } from "./until.ts";

export interface Stop {
  /** What is seen here, e.g. `race-countdown`. */
  readonly name: string;
  readonly page: Page;
}

export interface TourOptions {
  readonly browser: Browser;
  readonly url: string;
  /** The tourist's username. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** An admin who hurries the races along and hangs up the theme. */
export async function openSteward(url: string): Promise<Player> {
  const steward = newPlayer(url);
  await steward.signIn();
  await steward.createProfile("steward");
  await steward.call("POST", "/local/admin", { adminWallet: steward.wallet });
  for (const [key, value] of [
    ["countdown_seconds", "15"],
    ["next_race_delay", "12"],
  ] as const) {
    await changeSetting(steward, key, value);
  }
  return steward;
}

export async function changeSetting(admin: Player, settingKey: string, settingValue: string) {
  const { status, body } = await admin.call("POST", "/admin/settings", {
    adminWallet: admin.wallet,
    settingKey,
    settingValue,
  });
  if (status !== 200) throw new Error(`${settingKey}: ${JSON.stringify(body)}`);
}

const activeRace = async (url: string) => (await newPlayer(url).call("GET", "/races/active")).body.race;

const untilRace = (
  url: string,
  what: string,
  is: (race: { status: string; startsAt: string | null }) => boolean,
) =>
  until(what, async () => {
    const race = await activeRace(url);
    return race && is(race) && race;
  });

/**
 * Walks a new player through every screen and state of the product, over a whole race among practice bettors, and
 * stops at each.
 */
export async function* tour({ browser, url, name, width, height }: TourOptions): AsyncGenerator<Stop> {
  const visitor = await visit(browser, { name, url }, { width, height });
  const { page } = visitor;
  const at = (stop: string): Stop => ({ name: stop, page });
  try {
    await page.getByRole("radio").first().waitFor({ state: "attached" });
    yield at("race-visitor");
    yield* joinGame(visitor, at);
    yield* readPages(visitor, url, at);
    yield* playRace(visitor, url, at);
  } finally {
    await visitor.context.close();
  }
}

async function* joinGame({ page, name }: Visitor, at: (stop: string) => Stop) {
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByRole("button", { name: /Furlong local wallet/ }).waitFor();
  yield at("connect");
  await page.getByRole("button", { name: /Furlong local wallet/ }).click();
  await page.getByRole("button", { name: "Approve" }).waitFor();
  yield at("approve-sign-in");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByLabel("Username").fill("x");
  await page.getByLabel("Username").press("Enter");
  await page.getByRole("alert").waitFor();
  yield at("create-profile-refused");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Username").press("Enter");
  await page.waitForURL("**/dashboard");
  await page
    .getByRole("heading", { name: /Dashboard/ })
    .first()
    .waitFor();
  yield at("dashboard-new");
  const menu = page.getByRole("button", { name: new RegExp(`Wallet of ${name}`) });
  await menu.click();
  yield at("wallet-menu");
  await page.getByRole("button", { name: "Get Local SOL" }).click();
  yield at("faucet");
  await page.getByRole("button", { name: "5 SOL", exact: true }).click();
  await page.getByRole("button", { name: /5.00 SOL/ }).waitFor();
}

async function* readPages({ page }: Visitor, url: string, at: (stop: string) => Stop) {
  await page.goto(`${url}/provably-fair`);
  await page.getByRole("heading").first().waitFor();
  yield at("provably-fair");
  await page.goto(url);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  yield at("help");
  await page.keyboard.press("Escape");
}

async function* playRace({ page }: Visitor, url: string, at: (stop: string) => Stop) {
  await untilRace(url, "an open race", ({ status }) => status === "pending" || status === "countdown");
  await page.getByRole("button", { name: "Place Bet" }).first().waitFor();
  await page.keyboard.press("4");
  yield at("horse-picked");
  await page.keyboard.press("Enter");
  await page.getByText("SOL to").waitFor();
  yield at("approve-bet");
  await page.getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("button", { name: /Bet placed · / })
    .first()
    .waitFor({ timeout: 20_000 });
  yield at("bet-placed");
  await untilRace(url, "the countdown", ({ status }) => status === "countdown");
  await page.waitForTimeout(1_000);
  yield at("race-countdown");
  const started = await untilRace(url, "the start", ({ startsAt }) => startsAt !== null);
  const startsInMs = new Date(started.startsAt ?? 0).getTime() - Date.now();
  await page.waitForTimeout(Math.max(0, startsInMs + 4_000));
  yield at("race-running");
  await untilRace(url, "the finish", ({ status }) => status === "completed" || status === "refunded");
  await page.getByTestId("winner").waitFor();
  await page.waitForTimeout(400);
  yield at("race-result");
  await page.getByRole("button", { name: "Verify the last finished race" }).first().click();
  await page.getByTestId("verdict").waitFor();
  yield at("verified");
  await page.keyboard.press("Escape");
  await page.goto(`${url}/dashboard`);
  await page
    .getByRole("heading", { name: /Dashboard/ })
    .first()
    .waitFor();
  await page.waitForTimeout(1_500);
  yield at("dashboard-played");
}
