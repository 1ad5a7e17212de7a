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
    ["countdown_seconds", "30"],
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
  try {
    await page.getByRole("radio").first().waitFor({ state: "attached" });
    for await (const name of journey(visitor, url)) {
      // What opens or closes does so within a third of a second.
      await page.waitForTimeout(400);
      yield { name, page };
    }
  } finally {
    await visitor.context.close();
  }
}

async function* journey(visitor: Visitor, url: string): AsyncGenerator<string> {
  yield "race-visitor";
  yield* joinGame(visitor);
  yield* readPages(visitor, url);
  yield* playRace(visitor, url);
}

async function* joinGame({ page, name }: Visitor) {
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByRole("button", { name: /Furlong local wallet/ }).waitFor();
  yield "connect";
  await page.getByRole("button", { name: /Furlong local wallet/ }).click();
  await page.getByRole("button", { name: "Approve" }).waitFor();
  yield "approve-sign-in";
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByLabel("Username").fill("x");
  await page.getByLabel("Username").press("Enter");
  await page.getByRole("alert").waitFor();
  yield "create-profile-refused";
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Username").press("Enter");
  await page.waitForURL("**/dashboard");
  await page.getByRole("heading", { name: "Balance" }).waitFor();
  yield "dashboard-new";
  const menu = page.getByRole("button", { name: new RegExp(`Wallet of ${name}`) });
  await menu.click();
  yield "wallet-menu";
  await page.getByRole("button", { name: "Get Local SOL" }).click();
  yield "faucet";
  await page.getByRole("button", { name: "5 SOL", exact: true }).click();
  await page.getByRole("button", { name: /5.00 SOL/ }).waitFor();
}

async function* readPages({ page }: Visitor, url: string) {
  await page.goto(`${url}/provably-fair`);
  await page.getByRole("heading").first().waitFor();
  yield "provably-fair";
  await page.goto(url);
  await until("the key to open the help", async () => {
    await page.keyboard.press("?");
    return page.getByRole("dialog").isVisible();
  });
  yield "help";
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

async function* playRace({ page }: Visitor, url: string) {
  await untilRace(url, "an open race", ({ status }) => status === "pending" || status === "countdown");
  await page.getByRole("button", { name: "Place Bet" }).first().waitFor();
  await until("the key to pick the horse", async () => {
    await page.keyboard.press("4");
    return page.getByRole("radio", { name: /^4 / }).isChecked();
  });
  yield "horse-picked";
  await page.keyboard.press("Enter");
  await page.getByText("SOL to").waitFor();
  yield "approve-bet";
  await page.getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("button", { name: /Bet placed · / })
    .first()
    .waitFor({ timeout: 20_000 });
  yield "bet-placed";
  await untilRace(url, "the countdown", ({ status }) => status === "countdown");
  await page.waitForTimeout(1_000);
  yield "race-countdown";
  const started = await untilRace(url, "the start", ({ startsAt }) => startsAt !== null);
  const startsInMs = new Date(started.startsAt ?? 0).getTime() - Date.now();
  await page.waitForTimeout(Math.max(0, startsInMs + 4_000));
  yield "race-running";
  await untilRace(url, "the finish", ({ status }) => status === "completed" || status === "refunded");
  await page.getByTestId("winner").waitFor();
  yield "race-result";
  await page.getByRole("button", { name: "Verify the last finished race" }).first().click();
  await page.getByTestId("verdict").waitFor();
  yield "verified";
  await page.keyboard.press("Escape");
  await page.goto(`${url}/dashboard`);
  await page.getByRole("heading", { name: "Balance" }).waitFor();
  await page.waitForTimeout(1_500);
  yield "dashboard-played";
}
