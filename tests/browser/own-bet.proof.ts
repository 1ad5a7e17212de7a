import { beforeAll, expect, it } from "vitest";
import { chooseHorse } from "../support/choose-radio.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { visit, type Visitor } from "../support/browser.ts";
import type { Player } from "../support/player.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite();
let admin: Player;

beforeAll(async () => {
  admin = await openAdminSession(site.url);
  await changeSetting(admin, "countdown_seconds", "20");
  await changeSetting(admin, "next_race_delay", "5");
  // Long enough to be checked on a busy machine.
  await changeSetting(admin, "race_types", '["sprint"]');
  await changeSetting(admin, "sprint_duration", "60");
  // The current race was created before this change; the next one has it.
  const { id } = await until("a race", async () => (await admin.call("GET", "/api/races/active")).body.race);
  await admin.call("POST", "/api/admin/refund-race", {
    body: { adminWallet: admin.address, raceId: id, reason: "too short" },
  });
  await until("a longer race", async () => {
    const { body } = await admin.call("GET", "/api/races/active");
    return body.race?.durationMs === 60_000;
  });
});

const state = ({ page }: Visitor) =>
  page.getByTestId("own-bet").locator("[data-state]").filter({ visible: true });

it("FAIR-16 BET-13 the page finds the own bet on the chain while the race is run, and says so where it was lied to", async () => {
  const here = { url: site.url };
  const honest = await visit(site.browser, { ...here, name: "honest" });
  const german = await visit(
    site.browser,
    { ...here, name: "german" },
    { width: 390, height: 844, locale: "de-AT" },
  );
  const liedTo = await visit(site.browser, { ...here, name: "lied-to" });
  const players = [honest, german, liedTo];
  await Promise.all([honest, liedTo].map(signUpWithSol));
  await liedTo.page.route("**/bet/proof", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    // As if the bet had been on another horse when betting closed.
    const path = body.proof && `${body.proof.path.slice(1)}0`;
    return route.fulfill({
      response: answer,
      json: { ...body, proof: body.proof && { ...body.proof, path } },
    });
  });
  await Promise.all([honest, liedTo].map((player, index) => placeABet(player, index + 1)));

  await state(honest).getByText("Locked on the chain as you placed it").waitFor({ timeout: 90_000 });
  const { body } = await admin.call("GET", "/api/races/active");
  expect([body.race.status, body.race.server_seed]).toEqual(["active", null]);
  expect(body.race.anchors.lock).toEqual(expect.any(String));
  await state(liedTo)
    .getByText("Your bet is not as it was locked on the chain.")
    .waitFor({ timeout: 90_000 });
  // A visitor without a bet is shown nothing.
  expect(await german.page.getByTestId("own-bet").count()).toBe(0);
  await until("the end of the race", async () => {
    const { body: verified } = await admin.call("GET", `/api/races/verify/${body.race.id}`);
    return verified.race?.betsRoot !== undefined && verified.race.lockedBets.bets.length === 2;
  });
  for (const { name, complaints } of players) expect([name, complaints]).toEqual([name, []]);
});

async function placeABet({ page }: Visitor, horseNumber: number) {
  await page.goto(site.url);
  await chooseHorse(page, horseNumber);
  await page.getByRole("button", { name: "0.25", exact: true }).click();
  await page.locator("[data-bet-action=bet]:visible").click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("button", { name: `Bet placed · 0.25 SOL on ${horseNumber}` })
    .filter({ visible: true })
    .waitFor({ timeout: 90_000 });
}
