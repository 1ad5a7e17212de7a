import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { chooseHorse } from "../support/choose-radio.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { visit } from "../support/browser.ts";
import type { Player } from "../support/player.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { isOpen } from "../support/tourist.ts";
import { until } from "../support/until.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });
let admin: Player;

beforeAll(async () => {
  admin = await openAdminSession(site.url);
  await changeSetting(admin, "countdown_seconds", "60");
});

/** WebSockets fail as behind a proxy that does not know them: each ends in an error before it has opened. */
const blockWebSockets = (page: Page) =>
  page.addInitScript(() => {
    class Blocked extends EventTarget {
      static readonly OPEN = 1;
      readonly readyState = 3;
      onerror: ((event: Event) => void) | null = null;
      onclose: ((event: Event) => void) | null = null;
      constructor() {
        super();
        setTimeout(() => {
          this.onerror?.(new Event("error"));
          this.onclose?.(new CloseEvent("close", { code: 1006 }));
        });
      }
      close(): void {}
      send(): void {}
    }
    Object.assign(window, { WebSocket: Blocked });
  });

/** Several servers behind a proxy refuse polling, since its requests may reach different ones. */
const refusePolling = (page: Page) =>
  page.route(/socket\.io.*transport=polling/, (route) =>
    route.fulfill({ status: 400, json: { code: 0, message: "Transport unknown" } }),
  );

const raceShown = (page: Page) =>
  page
    .getByRole("region", { name: "Race pool" })
    .innerText()
    .then((text) => /#\d+/.exec(text)?.[0] ?? "");

interface Way {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly polls: boolean;
}

async function betOn(page: Page, number: number): Promise<void> {
  await until("an open race", async () => {
    const { race } = (await admin.call("GET", "/api/races/active")).body;
    return race && isOpen(race);
  });
  const action = page.locator("[data-bet-action=bet]").filter({ visible: true });
  await action.waitFor({ timeout: 120_000 });
  await chooseHorse(page, number);
  await action.click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("button", { name: `Bet placed · 0.1 SOL on ${number}` })
    .filter({ visible: true })
    .waitFor({ timeout: 20_000 });
}

/** How many banners say in the second race that the live connection is lost. */
async function bannersInTwoRaces({ name, width, height, polls }: Way): Promise<number> {
  const visitor = await visit(site.browser, { name, url: site.url }, { width, height });
  const { page } = visitor;
  await signUpWithSol(visitor);
  await blockWebSockets(page);
  if (!polls) await refusePolling(page);
  const polled = polls ? page.waitForRequest(/transport=polling/) : null;
  await page.goto(site.url);
  const banner = page.getByText("Live connection lost. Reconnecting…");
  await (polled ?? banner.waitFor({ state: "attached" }));
  await betOn(page, 2);
  await page.getByTestId("winner").waitFor({ timeout: 120_000 });
  await until("the next race", async () => (await page.locator("[data-bet-action=bet]").count()) > 0);
  await betOn(page, 3);
  return banner.count();
}

const ways: readonly Way[] = [
  { name: "polls", width: 1440, height: 900, polls: true },
  { name: "asks", width: 1440, height: 900, polls: false },
  { name: "asksonaphone", width: 390, height: 844, polls: false },
];

// All at once, beside the same races.
it("PAGE-2 a page polls where WebSockets are blocked, asks for the race where polling is refused too, and bets in one race after another", async () => {
  expect(await Promise.all(ways.map(bannersInTwoRaces))).toEqual([0, 1, 1]);
}, 400_000);

it("PAGE-2 a race that is shown stays while the server cannot be reached, and goes on within seconds after it", async () => {
  const { page, context } = await visit(site.browser, { name: "tunnel", url: site.url });
  const label = await until("a race", () => raceShown(page));
  await context.setOffline(true);
  await page.getByText("Live connection lost. Reconnecting…").waitFor({ timeout: 60_000 });
  await page.waitForTimeout(7_000);
  expect(await raceShown(page)).toBe(label);
  await context.setOffline(false);
  await page.getByText("Live connection lost. Reconnecting…").waitFor({ state: "detached" });
}, 200_000);
