/**
 * What the comparison of books and chain costs, which runs every few seconds while money moves, with more and more
 * players who have a balance: on the embedded database and, with TEST_DATABASE_URL, on Postgres. The baseline is a
 * hundred players. Prints the median, and the longest time for which a timer of 5 ms did not fire.
 *
 * Usage: node --import tsx bench/solvency.ts [players, default 100,10000,100000] [rounds, default 15]
 */
import { randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { openTestHouse, type TestHouse } from "../tests/support/house.ts";
import { signedLamports } from "../src/domain/lamports.ts";
import { post } from "../src/server/books/ledger.ts";
import { readSolvency } from "../src/server/solvency/read-solvency.ts";
import { timeWork } from "./time-work.ts";

const players = (process.argv[2] ?? "100,10000,100000").split(",").map(Number);
const rounds = Number(process.argv[3] ?? 15);
const base58 = getBase58Decoder();
const PLAYERS_AT_ONCE = 1_000;
const BALANCE = 10_000_000n;

/** Credits deposits to this many players. */
async function creditPlayers({ db, address }: TestHouse, count: number): Promise<void> {
  for (let done = 0; done < count; done += PLAYERS_AT_ONCE) {
    const some = Math.min(PLAYERS_AT_ONCE, count - done);
    const credits = Array.from({ length: some }, () => ({
      account: `user:${base58.decode(randomBytes(32))}` as const,
      lamports: signedLamports(BALANCE),
    }));
    const held = {
      account: `chain:deposit:${address.deposit}` as const,
      lamports: signedLamports(-BALANCE * BigInt(some)),
    };
    await db.transaction((tx) =>
      post(tx, {
        reference: `credits ${done}`,
        kind: "payment credited",
        ledger: "real",
        entries: [held, ...credits],
      }),
    );
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

let baseline = Number.NaN;
for (const count of players) {
  const house = await openTestHouse();
  await creditPlayers(house, count);
  await house.db.execute("analyze ledger_accounts");
  const ports = { ...house, readDeposits: () => house.watch() };
  const times: number[] = [];
  const gaps: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const { ms, longest } = await timeWork(() => readSolvency(ports));
    if (round < 0) continue;
    times.push(ms);
    gaps.push(longest.ms);
  }
  if (Number.isNaN(baseline)) baseline = median(times);
  console.log(
    `${String(count).padStart(7)} players with a balance: ${median(times).toFixed(1).padStart(6)} ms at the median` +
      ` (${(median(times) / baseline).toFixed(2)} of the first), longest gap ${Math.max(...gaps).toFixed(0)} ms`,
  );
  await house.close();
}
