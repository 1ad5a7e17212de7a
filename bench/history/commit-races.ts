import { seedHash } from "../../src/domain/fairness.ts";
import type { Tx } from "../../src/server/foundation/db/database.ts";
import { appendCommit } from "../../src/server/features/races/engine/commit-race.ts";
import { readOpenLog } from "../../src/server/foundation/public-log/read-log.ts";
import { writeRule } from "../../src/server/foundation/rule-log/write-rule.ts";
import { anchorTestLog } from "../../tests/support/open-test-log.ts";
import type { PastRace } from "./races.ts";

/** Where no log is open: like the chain of that time, it does not exist. */
const MADE_UP = { log: "0".repeat(16), commitIndex: 1 };

export type CommitPlace = typeof MADE_UP;

interface CommittedRace {
  readonly race: PastRace;
  readonly place: CommitPlace;
}

interface House {
  readonly runners: readonly { readonly id: number; readonly name: string }[];
  /** The wallet that locks the bets. */
  readonly lockWallet: string;
}

/** Consecutive races with their entries in the public log; an open log gets their refunds too, and one anchor. */
export async function commitRaces(
  tx: Tx,
  races: readonly PastRace[],
  { runners, lockWallet }: House,
): Promise<readonly CommittedRace[]> {
  if ((await readOpenLog(tx)) === null) return races.map((race) => ({ race, place: MADE_UP }));
  const horses = runners.map(({ id, name }, lane) => ({ number: lane + 1, id, name }));
  const committed: CommittedRace[] = [];
  for (const race of races) {
    const { raceId, number, createdMs, settledMs, serverSeed, settings, settlement } = race;
    const place = await appendCommit(tx, new Date(createdMs), {
      raceId,
      number,
      seedHash: seedHash(serverSeed),
      baseNonce: String(number),
      frozen: settings,
      horses,
      lockWallet,
    });
    committed.push({ race, place });
    if (settlement.kind === "paid") continue;
    const told = {
      cause: "no_winning_bet",
      settled: false,
      reason: null,
      lamports: settlement.pool,
    } as const;
    await writeRule(tx, new Date(settledMs), { rule: "refund-race", race: raceId, ...told });
  }
  await anchorTestLog({ db: tx, clock: { now: () => races.at(-1)?.settledMs ?? 0 } });
  return committed;
}
