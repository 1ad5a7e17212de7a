import { eq } from "drizzle-orm";
import { type Lamports, LAMPORTS_PER_SOL, lamports } from "../../../domain/lamports.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { refuseWithoutProfile } from "../../foundation/books/require-profile.ts";
import type { Db } from "../../foundation/db/database.ts";
import { betPresets } from "../../foundation/db/schema/players.ts";

export type Presets = [Lamports, Lamports, Lamports, Lamports];

/** 0.1, 0.25, 0.5 and 1 SOL. */
const defaultPresets: Presets = [
  lamports(LAMPORTS_PER_SOL / 10n),
  lamports(LAMPORTS_PER_SOL / 4n),
  lamports(LAMPORTS_PER_SOL / 2n),
  lamports(LAMPORTS_PER_SOL),
];

/** The wallet's four quick-bet amounts. */
export async function readPresets({ db }: { readonly db: Db }, wallet: string): Promise<Presets> {
  const [row] = await db
    .select({ amounts: betPresets.amounts })
    .from(betPresets)
    .where(eq(betPresets.wallet, wallet));
  const [first, second, third, fourth] = (row?.amounts ?? []).map((text) => lamports(BigInt(text)));
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) {
    return defaultPresets;
  }
  return [first, second, third, fourth];
}

/** Stores four amounts that the contract already checked to be above zero (rule GROWTH-1). */
export async function writePresets(
  { db }: { readonly db: Db },
  wallet: string,
  presets: readonly Lamports[],
): Promise<Result<undefined, "PROFILE_REQUIRED">> {
  const refused = await refuseWithoutProfile(db, wallet);
  if (refused !== null) return refused;
  const amounts = presets.map(String);
  await db
    .insert(betPresets)
    .values({ wallet, amounts })
    .onConflictDoUpdate({ target: betPresets.wallet, set: { amounts } });
  return ok();
}
