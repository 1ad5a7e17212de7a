import { expect, it } from "vitest";
import { DAY_MS } from "../../../../domain/day-length.ts";
import { approvalPorts } from "../../../../../tests/support/approval-ports.ts";
import { sol } from "../../../../../tests/support/house.ts";
import { openPaying } from "../../../../../tests/support/paying.ts";
import { admin } from "../../../../../tests/support/race-room.ts";
import { raceOutcome, seedHash } from "../../../../domain/fairness.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { betFromBalance } from "../../../../domain/postings.ts";
import { freezeRaceSettings, storeRaceSettings } from "../../../../domain/race-settings.ts";
import { settingsFrom } from "../../../../domain/settings.ts";
import { performOrAsk } from "../../approvals/perform-or-ask.ts";
import { post } from "../../../foundation/books/ledger.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { raceHorses, races } from "../../../foundation/db/schema/races.ts";
import { applyEvents } from "../engine/apply-events.ts";
import { lockRace } from "../race-rows.ts";
import { raceReader } from "../read/read-race.ts";
import { seedVault } from "../seeds/seed-chain.ts";
import { refundRace } from "./refund-race.ts";

const { house, credit, step, finish, newWallet, onChain, paymentOf } = await openPaying();

const ports = () => {
  const needed = {
    ...house,
    ...approvalPorts(admin.by),
    seeds: seedVault({ ...house, seedKey: new Uint8Array(32) }),
    reader: raceReader(house),
  };
  return { ...needed, performOrAsk: performOrAsk(needed) };
};

/** A race that is over, with two stakes from balances; settled as the engine does it. */
async function settledRace(id: string, winner: string, loser: string, stake: Lamports) {
  const at = new Date(house.clock.now());
  const seed = "5".repeat(64);
  const { winner: winningNumber, places } = raceOutcome(seed, id, "n");
  const settings = freezeRaceSettings(settingsFrom([]), { raceType: "classic" });
  await house.db.insert(races).values({
    id,
    number: Number(id.split("-")[1]),
    status: "completed",
    raceType: "classic",
    ledger: "real",
    settings: storeRaceSettings(settings),
    log: "0".repeat(16),
    commitIndex: 1,
    jackpot: settings.jackpot,
    outcomeEntropy: "sealed",
    seedChainId: 1,
    seedIndex: Number(id.split("-")[1]),
    serverSeedHash: seedHash(seed),
    serverSeed: seed,
    nonce: "n",
    winningNumber,
    places,
    createdAt: at,
    bettingOpensAt: at,
    countdownStartedAt: at,
    closesAt: at,
    lockedAt: at,
    startsAt: at,
    revealedAt: at,
    completedAt: at,
  });
  await house.db.insert(raceHorses).values(
    [1, 2, 3, 4, 5, 6].map((number) => ({
      raceId: id,
      number,
      horseId: number,
      name: `${number}`,
      color: "",
    })),
  );
  for (const [wallet, horseNumber] of [
    [winner, winningNumber],
    [loser, (winningNumber % 6) + 1],
  ] as const) {
    await credit(wallet, stake);
    const bet = { betId: `bet-${wallet}`, raceId: id, wallet, stake };
    await house.db.transaction(async (tx) => {
      await post(tx, betFromBalance(bet));
      await tx.insert(bets).values({
        ...bet,
        id: bet.betId,
        horseNumber,
        horseId: horseNumber,
        ledger: "real",
        source: "balance",
        status: "confirmed",
        salt: "5a".repeat(32),
        preparedAt: at,
        confirmedAt: at,
      });
    });
  }
  await house.db.transaction(async (tx) =>
    applyEvents(tx, ports(), await lockRace(tx, id), [{ type: "settle", isWinnerBacked: true }]),
  );
  return `payout-bet-${winner}`;
}

it.each([
  ["waits", 901, () => Promise.resolve()],
  ["was sent", 902, step],
] as const)(
  "MONEY-9 MONEY-10 a payout that %s when its race is refunded goes on, and arrives in full",
  async (_how, number, before) => {
    // One settled race in 24 hours.
    await house.clock.advance(DAY_MS);
    const [winner, loser] = [await newWallet(), await newWallet()];
    const stake = sol(1);
    const raceId = `r-${number}`;
    const payout = await settledRace(raceId, winner, loser, stake);
    await before();
    const { lamports: won } = await paymentOf(payout);
    expect(won).toBeGreaterThan(stake);
    const equity = await house.balance("equity");
    expect(await refundRace(ports(), { raceId, reason: "Wrong", ...admin })).toMatchObject({
      value: { done: { refundedBets: 1, refundedAmount: stake } },
    });
    expect(await house.balance("equity")).toBe(equity - stake);
    await finish();
    expect(await paymentOf(payout)).toMatchObject({ status: "completed" });
    expect(await onChain(winner)).toBe(won);
    expect(await house.balance(`user:${loser}`)).toBe(stake);
  },
);
