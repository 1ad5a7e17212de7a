import { sql } from "drizzle-orm";
import { NOBODY_WON, type RaceState, step } from "../../../domain/race.ts";
import { isTransientKind } from "../../../contract/notifications/catalogue.ts";
import { type Notice, type NotificationRow, notifyAll } from "../../notifications/stored-notifications.ts";
import { type Db, type Tx, rowsOf } from "../../db/database.ts";
import { type HeldLease, holdLease } from "../../db/lease.ts";
import { type RaceRow, lockRace, raceStateOf, storeRace } from "../race-rows.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Logger } from "../../log.ts";
import type { Clock, Entropy } from "../../ports.ts";
import { countRace } from "../settle/horse-records.ts";
import { revealSeed } from "./reveal-outcome.ts";
import type { SeedVault } from "../seeds/seed-chain.ts";
import { settleRace } from "../settle/settle-race.ts";

interface FinishPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly seeds: SeedVault;
  readonly lease: HeldLease;
  readonly log: Logger;
}

export interface FinishedRace {
  readonly raceId: string;
  /** Stored for the players, to be sent to their open pages. */
  readonly notifications: readonly NotificationRow[];
  /** To be sent and stored nowhere. */
  readonly transient: readonly Notice[];
}

/**
 * Brings every race that is over to its final state: reveals the seed of one that was refunded, and settles
 * each once all its bets are final on the chain. Oldest first; one that has to wait holds up no other. Answers
 * those that changed (rules FAIR-9, BET-9, RACE-10, INV-12).
 */
export async function finishRaces(ports: FinishPorts): Promise<readonly FinishedRace[]> {
  const finished: FinishedRace[] = [];
  for (const raceId of await findDueRaces(ports.db)) finished.push(await finishRace(ports, raceId));
  return finished;
}

/** Races over and unsettled for which something can be done now. */
async function findDueRaces(db: Db): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from races
         where status in ('completed', 'refunded') and settled_at is null
           and (server_seed is null or not exists (
             select 1 from bets
              where bets.race_id = races.id and bets.status = 'confirmed' and bets.ledger = 'real'
                and bets.result is distinct from 'refunded' and bets.finalized_at is null
           ))
         order by number`,
  );
  return rows.map(({ id }) => id);
}

async function finishRace(ports: FinishPorts, raceId: string): Promise<FinishedRace> {
  const finished = await inTransaction(ports.db, async (tx) => {
    await holdLease(tx, ports.lease.name, ports.lease.token);
    const row = await lockRace(tx, raceId);
    const at = new Date(ports.clock.now());
    if (row.settledAt !== null) return { raceId, notifications: [], transient: [] };
    if (row.serverSeed === null) {
      await storeRace(tx, raceStateOf(row), await revealSeed(tx, { seeds: ports.seeds, row, at }));
    }
    return { raceId, ...(await settle(tx, ports, { row, at })) };
  });
  ports.log.debug({ raceId }, "race stored");
  return finished;
}

async function settle(tx: Tx, ports: FinishPorts, { row, at }: { row: RaceRow; at: Date }) {
  const settled = await settleRace(tx, row, at);
  if (settled === null) return { notifications: [], transient: [] };
  ports.log.info({ raceId: row.id, kind: settled.kind }, "settling race");
  await storeRace(tx, closed(raceStateOf(row), settled.kind, at.getTime()), {
    ...settled.findings,
    settledAt: at,
  });
  await countRace(tx, row.id);
  const stored = settled.notices.filter(({ kind }) => !isTransientKind(kind));
  const transient = settled.notices.filter(({ kind }) => isTransientKind(kind));
  return { notifications: await notifyAll(tx, ports, stored), transient };
}

/** The race's last step. One that was run and that nobody won ends refunded (rule RACE-1). */
function closed(race: RaceState, kind: "paid" | "refunded", nowMs: number): RaceState {
  if (race.status === "refunded") return race;
  const last =
    kind === "paid" ? ({ type: "settled" } as const) : ({ type: "refund", reason: NOBODY_WON } as const);
  return step(race, last, nowMs).race;
}
