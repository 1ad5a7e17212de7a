import { eq, sql } from "drizzle-orm";
import type { Clock, Entropy } from "./foundation/ports.ts";
import { readSeedKey } from "./adapters/seed-key.ts";
import { wrongBalances } from "./foundation/books/check-balances.ts";
import { type Db, rowsOf } from "./foundation/db/database.ts";
import { logs } from "./foundation/db/schema/public-log.ts";
import { OperatorError } from "./foundation/db/operator-error.ts";
import { seedVault } from "./features/races/seeds/seed-chain.ts";

/**
 * Examines a database from a backup, without a chain (rule OPERATE-8): every posting sums to zero, every balance is the
 * sum of its entries, the audit log has no gap, and the seed key, if there is one, opens the seeds. Throws
 * OperatorError for what is wrong.
 */
export async function proveRestored(
  db: Db,
  { seedKeyFile, clock, entropy }: { seedKeyFile: string | null; clock: Clock; entropy: Entropy },
): Promise<void> {
  const [unbalanced] = await rowsOf<{ reference: string }>(
    db,
    sql`select reference from ledger_postings left join ledger_entries on posting_id = ledger_postings.id
          group by ledger_postings.id having coalesce(sum(lamports), 1) <> 0 limit 1`,
  );
  if (unbalanced !== undefined)
    throw new OperatorError(`Its posting ${unbalanced.reference} does not sum to zero.`);
  const wrong = await wrongBalances(db);
  if (wrong.length > 0)
    throw new OperatorError(
      `Its balance of ${wrong[0]} is not the sum of its entries (${wrong.length} such).`,
    );
  const [broken] = await rowsOf<{ id: bigint }>(
    db,
    sql`select one.id from audit_log as one left join audit_log as before on before.id = one.id - 1
          where one.previous_hash <> coalesce(before.hash, repeat('0', 64))
             or one.hash <> audit_hash(one.previous_hash, one)
          order by one.id limit 1`,
  );
  if (broken !== undefined) throw new OperatorError(`Its audit log has a gap before row ${broken.id}.`);
  // What was signed after the backup may still land: the log is compared with the chain when that is over.
  await db
    .update(logs)
    .set({ restoredAt: new Date(clock.now()) })
    .where(eq(logs.isOpen, true));
  if (seedKeyFile === null) return;
  const seedKey = await readSeedKey(seedKeyFile);
  if (seedKey !== null) await seedVault({ clock, entropy, seedKey }).checkKey(db);
}
