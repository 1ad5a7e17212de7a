import { eq } from "drizzle-orm";
import { specialJackpotGiven, specialJackpotReturned } from "../../../../domain/postings.ts";
import type { LedgerName } from "../../../../domain/ledger.ts";
import { post } from "../../../foundation/books/ledger.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { specialRaces } from "../../../foundation/db/schema/races.ts";
import { lockQueue, readQueue, type SpecialRaceRow } from "./special-rows.ts";

/** The next special race; nobody can cancel it until this transaction ends (rule RACE-4). */
export async function nextSpecialRace(tx: Tx): Promise<SpecialRaceRow | null> {
  await lockQueue(tx);
  return (await readQueue(tx))[0] ?? null;
}

/**
 * Marks the special race as opened, and moves its reserved jackpot to the race (rule MONEY-22). A play-money race has a
 * play-money jackpot, and the house gets its own money back (rule BET-10).
 */
export async function openSpecialRace(
  tx: Tx,
  { id, jackpot }: SpecialRaceRow,
  { raceId, ledger }: { readonly raceId: string; readonly ledger: LedgerName },
): Promise<void> {
  await tx.update(specialRaces).set({ raceId }).where(eq(specialRaces.id, id));
  if (jackpot === 0n) return;
  const released =
    ledger === "play"
      ? specialJackpotReturned({ id, jackpot })
      : specialJackpotGiven({ id, jackpot, raceId });
  await post(tx, released);
}
