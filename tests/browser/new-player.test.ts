import { expect, it } from "vitest";
import { chooseHorse } from "../support/choose-radio.ts";
import { visit, type Visitor } from "../support/browser.ts";
import { newPlayer } from "../support/player.ts";
import { winnerOf } from "../support/race-audit.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { emptyDataDir } from "../support/server-process.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

// The first start of every user: no data exists yet.
const site = useSite({ dataDir: emptyDataDir() });

/**
 * Six new users, one on each horse, so that one of them wins. All of them do what a person does; the first watches the
 * canvas, the others prefer reduced motion, which costs less on a small machine.
 */
it("a new user connects, signs in, bets, watches, is paid on the chain and sees the race verify", async () => {
  const names = ["ada", "grace", "mary", "joan", "edith", "hedy"];
  const users = await Promise.all(
    names.map((name, at) =>
      visit(site.browser, { name, url: site.url }, { reducedMotion: at === 0 ? "no-preference" : "reduce" }),
    ),
  );
  await Promise.all(
    users.map(async (user) => {
      await signUpWithSol(user);
      await user.page.goto(site.url);
    }),
  );
  await Promise.all(users.map((user, at) => placeBet(user, at + 1)));

  const [watcher] = users as [Visitor];
  const raceId = await readRaceId();
  await watcher.page.getByText("LIVE").first().waitFor({ timeout: 60_000 });
  const verified = await until("the payout on the chain", async () => {
    const { body } = await newPlayer(site.url).call("GET", `/api/races/verify/${raceId}`);
    const payouts = body.race?.settlement?.payouts ?? [];
    return payouts.length === 1 && payouts[0].status === "completed" && body.race;
  });

  expect(verified.winning_horse).toBe(winnerOf(verified.server_seed, raceId, verified.nonce));
  const winner = users[verified.winning_horse - 1] as Visitor;
  await seesThePayout(winner, verified);
  await seesTheRaceVerify(winner);
  for (const user of users) expect([user.name, user.complaints]).toEqual([user.name, []]);
});

async function placeBet({ page }: Visitor, horseNumber: number) {
  await chooseHorse(page, horseNumber);
  await page.getByRole("button", { name: "0.25", exact: true }).click();
  await page.getByRole("button", { name: "Place Bet" }).click();
  await page.getByText("0.25 SOL to").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("button", { name: `Bet placed · 0.25 SOL on ${horseNumber}` })
    .waitFor({ timeout: 20_000 });
}

async function readRaceId(): Promise<string> {
  const { body } = await newPlayer(site.url).call("GET", "/api/races/active");
  return body.race.id;
}

/** Six stakes of 0.25 SOL less five percent, all of it to the only winner. */
const PAYOUT_LAMPORTS = 1_425_000_000;

async function seesThePayout(
  { page, name }: Visitor,
  verified: { settlement: { payouts: readonly { lamports: string; signature: string }[] } },
) {
  const [payout] = verified.settlement.payouts;
  expect(Number(payout?.lamports)).toBe(PAYOUT_LAMPORTS);
  const transaction = await newPlayer(site.url).transaction(payout?.signature ?? "");
  const after = transaction?.meta?.postBalances ?? [];
  const before = transaction?.meta?.preBalances ?? [];
  expect(after.map((lamports, at) => lamports - (before[at] ?? 0))).toContain(PAYOUT_LAMPORTS);
  // 5 SOL less the stake and the network's fee, plus the payout: 6.17 after rounding down.
  await page
    .getByRole("button", { name: new RegExp(`Wallet of ${name}, 6\\.17 SOL`) })
    .waitFor({ timeout: 30_000 });
}

async function seesTheRaceVerify({ page }: Visitor) {
  await page.getByRole("button", { name: "Verify the last finished race" }).click();
  await page.getByTestId("verdict").waitFor();
  expect(await page.getByTestId("verdict").textContent()).toMatch(/^Verified/);
}
