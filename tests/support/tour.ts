import type { Browser, Page } from "playwright-core";
import type { Language } from "../../src/web/foundation/words/language.ts";
import { leaveDashboard, visit, type Visitor } from "./browser.ts";
import { catalogue, shaped } from "./catalogue.ts";
import type { Player } from "./player.ts";
import { playFromBalance, readAccount } from "./tour-of-account.ts";
import { chatInTheLobby } from "./tour-of-chat.ts";
import { endedRaces } from "./tour-of-ended-races.ts";
import { isOpen, type Tourist, untilRace } from "./tourist.ts";
import { until } from "./until.ts";

export interface Stop {
  /** What is shown here, e.g. `race-countdown`. */
  readonly name: string;
  readonly page: Page;
}

export interface TourOptions {
  readonly browser: Browser;
  readonly url: string;
  /** An admin, for what a player cannot do. */
  readonly admin: Player;
  /** The tourist's username. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly reducedMotion?: "reduce" | "no-preference";
  /** Chosen along the way, as a player would; English if absent. */
  readonly language?: Language;
  /** Done with the page before the tour goes on, which then loads it again. */
  readonly prepare?: (visitor: Visitor) => Promise<void>;
}

/**
 * Walks a new player through every screen and state of the product, over a whole race among practice bettors, and stops
 * at each.
 */
export async function* tour(options: TourOptions): AsyncGenerator<Stop> {
  const {
    browser,
    url,
    admin,
    name,
    width,
    height,
    reducedMotion = "no-preference",
    language = "en",
    prepare,
  } = options;
  const visitor = await visit(browser, { name, url }, { width, height, reducedMotion });
  const { page } = visitor;
  try {
    if (prepare !== undefined) {
      await prepare(visitor);
      await page.reload();
    }
    await page.getByRole("radio").first().waitFor({ state: "attached" });
    for await (const stop of journey({ ...visitor, url, admin, texts: catalogue[language] }, language)) {
      // Opening and closing animations take less than a third of a second.
      await page.waitForTimeout(400);
      yield { name: stop, page };
    }
  } finally {
    // Some answer may still be being changed.
    await page.unrouteAll({ behavior: "wait" });
    await visitor.context.close();
  }
}

async function* journey(tourist: Tourist, language: Language): AsyncGenerator<string> {
  yield* chooseLanguage(tourist, language);
  yield "race-visitor";
  yield* joinGame(tourist);
  yield* readPages(tourist);
  yield* playRace(tourist);
  yield* readAccount(tourist);
  yield* playFromBalance(tourist);
  yield* chatInTheLobby(tourist);
  yield* endedRaces(tourist);
}

/** If it is English, the browser already asks for it and there is nothing to choose. */
async function* chooseLanguage({ page, texts }: Tourist, language: Language) {
  const { settings } = catalogue.en.app;
  await page.getByRole("button", { name: settings }).click();
  await page.getByRole("dialog").waitFor();
  await page.locator(`button[lang=${language}]`).click();
  await page.getByRole("dialog", { name: texts.app.settings }).waitFor();
  yield "settings";
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

async function* joinGame({ page, name, texts: { players, "sign-in": signIn } }: Tourist) {
  await page.getByRole("banner").getByRole("button", { name: signIn.connectWallet }).click();
  await page.getByRole("button", { name: /Furlong local wallet/ }).waitFor();
  yield "connect";
  await page.getByRole("button", { name: /Furlong local wallet/ }).click();
  await page.getByRole("button", { name: signIn.approve }).waitFor();
  yield "approve-sign-in";
  await page.getByRole("button", { name: signIn.approve }).click();
  await page.getByLabel(players.username).fill("x");
  await page.getByLabel(players.username).press("Enter");
  await page.getByRole("alert").waitFor();
  yield "create-profile-refused";
  await page.getByLabel(players.username).fill(name);
  await page.getByLabel(players.username).press("Enter");
  await page.waitForURL("**/dashboard");
  await page.getByRole("heading", { name: players.recentRaces }).waitFor();
  yield "dashboard-new";
  await leaveDashboard(page);
  await page.getByRole("button", { name: shaped(signIn.walletOf, { name }) }).click();
  yield "wallet-menu";
  await page.getByRole("button", { name: signIn.getLocalSol }).first().click();
  yield "faucet";
  await page.getByRole("button", { name: "5 SOL", exact: true }).click();
  await page.getByRole("button", { name: /5[.,]00 SOL/ }).waitFor();
}

async function* readPages({ page, url, name, texts: { "sign-in": signIn } }: Tourist) {
  await page.goto(`${url}/provably-fair`);
  await page.getByRole("heading").first().waitFor();
  yield "provably-fair";
  await page.goto(`${url}/overlay/setup`);
  await page.locator("iframe").waitFor();
  yield "overlay-setup";
  await page.goto(url);
  await until("the key to open the help", async () => {
    await page.keyboard.press("?");
    return page.getByRole("dialog").isVisible();
  });
  yield "help";
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: shaped(signIn.walletOf, { name }) }).click();
  await page.getByRole("button", { name: signIn.copyAddress }).click();
  yield "toast";
}

async function* playRace(tourist: Tourist) {
  const {
    page,
    texts: { bets, fairness, "sign-in": signIn },
  } = tourist;
  await untilRace(tourist, "an open race", isOpen);
  await page.getByRole("button", { name: bets.placeBet }).first().waitFor();
  await until("the key to pick the horse", async () => {
    await page.keyboard.press("4");
    return page.getByRole("radio", { name: /^4 / }).isChecked();
  });
  yield "horse-picked";
  await page.keyboard.press("Enter");
  await page.getByText(shaped(signIn.transferTo)).waitFor();
  yield "approve-bet";
  await page.getByRole("button", { name: signIn.approve }).click();
  await page
    .getByRole("button", { name: shaped(bets.betPlacedOn) })
    .first()
    .waitFor({ timeout: 20_000 });
  yield "bet-placed";
  await untilRace(tourist, "the countdown", ({ status }) => status === "countdown");
  await page.waitForTimeout(1_000);
  yield "race-countdown";
  const started = await untilRace(tourist, "the start", ({ startsAt }) => startsAt !== null);
  const startsInMs = new Date(started.startsAt ?? 0).getTime() - Date.now();
  await page.waitForTimeout(Math.max(0, startsInMs + 4_000));
  yield "race-running";
  await untilRace(tourist, "the finish", ({ status }) => status === "completed" || status === "refunded");
  await page.getByTestId("winner").waitFor();
  yield "race-result";
  await page.getByRole("button", { name: fairness.verifyLast }).first().click();
  await page.getByTestId("verdict").waitFor();
  yield "verified";
  await page.keyboard.press("Escape");
}
