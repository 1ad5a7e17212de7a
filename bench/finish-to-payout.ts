/**
 * Seconds from a race's finish until its last payout is final, as the server measures them from stored times (rule
 * PAYOUTS-8), and from each wallet's signature under a bet until the server says that it counts; on the embedded chain.
 *
 *     npm run bench -- finish-to-payout [races, default 20]
 */
import { rmSync } from "node:fs";
import { openAdminSession } from "../tests/support/admin-session.ts";
import { openBackers } from "../tests/support/backers.ts";
import { emptyDataDir, startServer } from "../tests/support/server-process.ts";
import { until } from "../tests/support/until.ts";

const races = Number(process.argv[2] ?? 20);
const dataDir = emptyDataDir();
const server = await startServer({ dataDir, env: { LOG_LEVEL: "warn" } });
const admin = await openAdminSession(server.url);
const backers = await openBackers(server.url, admin);

const counted: number[] = [];
const paid: number[] = [];
for (let number = 1; number <= races; number += 1) {
  const { id, horses } = await backers.untilOpen();
  // One after the other: what is measured is a bet, not a crowd on this machine.
  for (const [index, player] of backers.players.entries()) {
    const amountSol = 0.1 + index / 1e9;
    const horseId = horses[index]?.id ?? 1;
    const prepared = await player.prepare(id, horseId, amountSol);
    const signed = player.signTransaction(prepared.transaction);
    const from = performance.now();
    const { body } = await player.submitCall(id, prepared.betId, signed);
    const bet = { raceId: id, horseId, amountSol, betId: prepared.betId };
    const answer = await player.confirm({ ...bet, signature: body.signature });
    if (answer.status !== 200) throw new Error(`A bet was not confirmed: ${answer.text}`);
    counted.push((performance.now() - from) / 1_000);
  }
  const seconds = await until("the payouts", async () => {
    const { body } = await admin.call("GET", "/api/races?limit=5");
    return body.races.find((race: { id: string }) => race.id === id)?.payout_seconds ?? false;
  });
  paid.push(seconds);
  console.log(`race ${number}: paid ${seconds.toFixed(2)} s after the finish`);
}

const figures = (all: readonly number[]) => {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(2);
  return `half within ${at(0.5)} s, 95 of 100 within ${at(0.95)} s, longest ${at(1)} s`;
};
console.log(`finish to last payout, all: ${paid.map((one) => one.toFixed(2)).join(" ")} s; ${figures(paid)}`);
console.log(`signature to counted, ${counted.length} bets: ${figures(counted)}`);
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
