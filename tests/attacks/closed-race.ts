import { expect, it } from "vitest";
import { auditRace } from "../support/race-audit.ts";
import { until } from "../support/until.ts";
import type { Json } from "../support/browser-session.ts";
import type { Fixture } from "./fixture.ts";

/** A race that closes under attack; it ends the open race, so it comes after the other chapters. */
export function closedRaceAttacks(fixture: () => Fixture) {
  it("a race is locked, run and paid while late players try everything: the books of the race are right", async () => {
    const race = await fixture().openRace();
    const horseId = (at: number) => race.horses[at % 6]?.id ?? 0;
    const late = await fixture().newPlayer();
    const early = await Promise.all(Array.from({ length: 6 }, () => fixture().newPlayer()));
    const answers = await Promise.all(early.map((bettor, at) => bettor.bet(race.id, horseId(at), 0.1)));
    expect(new Set(answers.map(({ confirmed }) => confirmed.status))).toEqual(new Set([200]));
    // As late as is safe: the fast chain forgets a transaction's blockhash after fifteen seconds.
    await until("the end of the countdown to be near", async () => {
      const { body } = await late.call("GET", `/api/races/${race.id}`);
      return Date.parse(body.race.countdownEndsAt) - Date.now() < 5_000;
    });
    const sleepy = await late.prepare(race.id, horseId(0), 0.5);
    await until("the race to be locked", async () => {
      const { body } = await late.call("GET", `/api/races/${race.id}`);
      return body.race.status === "active";
    });

    const prepared = await late.prepareCall(race.id, { horseId: horseId(1), amount: 0.1 });
    expect([prepared.status, prepared.body.code]).toEqual([409, "BETTING_CLOSED"]);
    for (const browser of [late, fixture().admin, fixture().visitor()]) {
      const { status, body } = await browser.call("GET", `/api/races/verify/${race.id}`);
      expect([status, body.code]).toEqual([409, "SEED_NOT_REVEALED"]);
    }
    late.signTransaction(sleepy.transaction);
    const signature = await late.sendToChain(sleepy.transaction);
    const tooLate = await late.confirmCall(race.id, sleepy.betId, signature);
    expect([tooLate.status, tooLate.body.code]).toEqual([409, "BET_CREDITED"]);

    await until("the race to be paid", async () => {
      const { body } = await late.call("GET", `/api/races/verify/${race.id}`);
      return body.race?.settlement?.payouts.every((payout: Json) => payout.status === "completed");
    });
    const audit = await auditRace(fixture().url, race.id);
    expect(audit.problems).toEqual([]);
    expect(await late.balance()).toBe(0.5);

    const next = await fixture().openRace();
    const { betId } = await late.prepare(next.id, next.horses[0]?.id ?? 0, 0.5);
    const replayed = await late.confirmCall(next.id, betId, signature);
    expect([replayed.status, replayed.body.code]).toEqual([409, "PAYMENT_MISMATCH"]);
    expect(await late.balance()).toBe(0.5);
  });
}
