import type { Db, Tx } from "./database.ts";

/**
 * The connection was lost during the commit: the work may or may not be stored. Check before doing it again; postings
 * and payments have references that make a repetition harmless.
 */
export class CommitOutcomeUnknown extends Error {
  override readonly name = "CommitOutcomeUnknown";
}

const ATTEMPTS = 5;
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/**
 * Runs `work` in a transaction, and again when the database chose it as the victim of a conflict. So `work` may run
 * several times: its only effects must go through `tx`. Any other failure is rethrown.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let isCommitting = false;
    try {
      return await db.transaction(async (tx) => {
        const value = await work(tx);
        isCommitting = true;
        return value;
      });
    } catch (error) {
      const state = sqlState(error);
      if (isCommitting && !provesRollback(state)) {
        throw new CommitOutcomeUnknown("The connection was lost during a commit.", { cause: error });
      }
      if (attempt === ATTEMPTS || (state !== SERIALIZATION_FAILURE && state !== DEADLOCK)) throw error;
    }
  }
}

/** Whether the server's answer proves a rollback: classes 08 and 57P report a lost connection instead. */
const provesRollback = (state: string | null) =>
  state !== null && !state.startsWith("08") && !state.startsWith("57P");

/** The SQLSTATE of a row that may exist only once. */
export const UNIQUE_VIOLATION = "23505";

/**
 * The SQLSTATE of a database error, no matter how deeply the driver wrapped it; null for any other error, such as
 * Node's EPIPE.
 */
export function sqlState(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}
