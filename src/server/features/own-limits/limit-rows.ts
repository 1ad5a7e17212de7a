import { eq } from "drizzle-orm";
import { type KeptLimit, limitAt, NO_LIMIT, type OwnLimitKind } from "../../../domain/own-limits.ts";
import type { Queryable, Tx } from "../../foundation/db/database.ts";
import { ownLimits } from "../../foundation/db/schema/own-limits.ts";

/** A player's limits at a given moment; kinds that were never set are missing. */
export async function readKeptLimits(
  q: Queryable,
  wallet: string,
  nowMs: number,
): Promise<ReadonlyMap<OwnLimitKind, KeptLimit>> {
  const rows = await q.select().from(ownLimits).where(eq(ownLimits.wallet, wallet));
  return new Map(
    rows.map(({ kind, value, nextValue, nextAt }) => {
      const next = nextAt === null ? null : { value: nextValue, atMs: nextAt.getTime() };
      return [kind, limitAt({ value, next }, nowMs)];
    }),
  );
}

export const keptLimit = (limits: ReadonlyMap<OwnLimitKind, KeptLimit>, kind: OwnLimitKind): KeptLimit =>
  limits.get(kind) ?? NO_LIMIT;

export async function writeLimit(
  tx: Tx,
  wallet: string,
  kind: OwnLimitKind,
  { value, next }: KeptLimit,
): Promise<void> {
  const nextAt = next === null ? null : new Date(next.atMs);
  const written = { value, nextValue: next?.value ?? null, nextAt };
  await tx
    .insert(ownLimits)
    .values({ wallet, kind, ...written })
    .onConflictDoUpdate({ target: [ownLimits.wallet, ownLimits.kind], set: written });
}
