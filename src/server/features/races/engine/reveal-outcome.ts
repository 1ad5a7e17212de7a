import { type RaceOutcome, finalNonce, raceOutcome } from "../../../../domain/fairness.ts";
import { refundMemo, resultMemo } from "../../../../domain/memo.ts";
import type { RaceState } from "../../../../domain/race-phases.ts";
import { storedRace } from "../../../../domain/stored-race.ts";
import type { Queryable, Tx } from "../../../foundation/db/database.ts";
import { queueAnchor } from "../../../foundation/books/payments.ts";
import type { RaceFindings, RaceRow } from "../race-rows.ts";
import type { SeedVault } from "../seeds/seed-chain.ts";

type Committed = Pick<RaceRow, "id" | "nonce" | "seedChainId" | "seedIndex" | "serverSeed" | "ledger">;

const nonceOf = ({ nonce }: Committed, race: RaceState) =>
  finalNonce(nonce, storedRace(race).beaconBlockhash);

/**
 * The outcome of a started race. Recomputed each time it is needed and stored nowhere before it is public (rule
 * FAIR-8).
 */
async function outcomeOf(
  q: Queryable,
  seeds: SeedVault,
  row: Committed,
  race: RaceState,
): Promise<RaceOutcome> {
  const seed = await seeds.seedOf(q, row.seedChainId, row.seedIndex);
  return raceOutcome(seed, row.id, nonceOf(row, race));
}

/** Shapes the motion without revealing the winner (rule RACE-8). */
export async function findMotionSeed(
  q: Queryable,
  seeds: SeedVault,
  row: Committed,
  race: RaceState,
): Promise<RaceFindings> {
  const { motionSeed } = await outcomeOf(q, seeds, row, race);
  return { motionSeed };
}

/** The places, late in the race. */
export async function findPlaces(
  q: Queryable,
  seeds: SeedVault,
  row: Committed,
  race: RaceState,
): Promise<RaceFindings> {
  const { places } = await outcomeOf(q, seeds, row, race);
  return { places };
}

interface RunRace {
  readonly seeds: SeedVault;
  readonly row: Committed;
  readonly race: RaceState;
  /** When its result was written. */
  readonly at: Date;
}

/** Winner and seed of a race that has been run; its result is anchored on the chain (rule FAIR-12). */
export async function revealResult(tx: Tx, { seeds, row, race, at }: RunRace): Promise<RaceFindings> {
  const serverSeed = await seeds.seedOf(tx, row.seedChainId, row.seedIndex);
  const { winner, places } = raceOutcome(serverSeed, row.id, nonceOf(row, race));
  const memo = resultMemo({ raceId: row.id, serverSeed, finalNonce: nonceOf(row, race), places });
  return { serverSeed, winningNumber: winner, places, resultPaymentId: await anchor(tx, row, memo, at) };
}

/** The seed of a race that was refunded before it was run (rule FAIR-9). */
export async function revealSeed(tx: Tx, { seeds, row, at }: Omit<RunRace, "race">): Promise<RaceFindings> {
  const serverSeed = await seeds.seedOf(tx, row.seedChainId, row.seedIndex);
  const memo = refundMemo({ raceId: row.id, serverSeed });
  return { serverSeed, resultPaymentId: await anchor(tx, row, memo, at) };
}

async function anchor(tx: Tx, row: Committed, memo: string, createdAt: Date): Promise<string | null> {
  if (row.ledger === "play") return null;
  const id = `result-${row.id}`;
  await queueAnchor(tx, { id, memo, raceId: row.id, createdAt });
  return id;
}
