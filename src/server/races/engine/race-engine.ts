import type { Db } from "../../db/database.ts";
import { type HeldLease, holdLease } from "../../db/lease.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Logger } from "../../log.ts";
import type { Broadcast, Chain, Clock, Entropy } from "../../ports.ts";
import { announcer } from "./announce.ts";
import { driveRace } from "./drive-race.ts";
import { finishRaces } from "./finish-races.ts";
import { openNextRace } from "./open-next-race.ts";
import type { RaceReader } from "../read/read-race.ts";
import type { SeedVault } from "../seeds/seed-chain.ts";

/** How often the engine's round is to be run. */
export const ROUND_EVERY_MS = 100;

export interface EnginePorts {
  readonly db: Db;
  readonly chain: Pick<Chain, "slot" | "firstBlockFrom">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly seeds: SeedVault;
  readonly reader: RaceReader;
  /** Held by this process for as long as the engine runs. */
  readonly lease: HeldLease;
}

/**
 * Drives the races, one round at a time, while this process holds the lease. Made anew each time the lease is
 * taken: its first round resumes what another left (rule RACE-10).
 */
export function raceEngine(ports: EnginePorts): { round(): Promise<void> } {
  const news = announcer(ports);
  let isResumed = false;

  return {
    async round() {
      const driven = await driveRace(ports, { isResumed: !isResumed });
      isResumed = true;
      if (driven !== null && driven.effects.length > 0) ports.reader.forget();
      if (driven !== null) await news.driven(driven);
      for (const finished of await finishRaces(ports)) {
        ports.reader.forget();
        news.finished(finished, { isNewest: driven === null || driven.after.id === finished.raceId });
      }
      if (driven === null && (await openIfDue(ports)) !== null) ports.reader.forget();
      await news.flush();
    },
  };
}

function openIfDue(ports: EnginePorts): Promise<string | null> {
  return inTransaction(ports.db, async (tx) => {
    await holdLease(tx, ports.lease.name, ports.lease.token);
    return openNextRace(tx, ports);
  });
}
