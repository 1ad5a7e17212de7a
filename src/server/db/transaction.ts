import type { Db, Tx } from "./database.ts";

/**
 * The connection was lost while the commit was under way: the work may be stored or not. Look before doing it
 * again; postings and payments have references that make a second time harmless.
 */
export class CommitOutcomeUnknown extends Error {
  override readonly name = "CommitOutcomeUnknown";
}

const ATTEMPTS = 5;
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/**
 * Runs `work` in a transaction, and again when the database chose it as the victim of a conflict. So `work` may
 * run several times: it must have no effect but through `tx`. Any other failure is thrown as it is.
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

/** An answer of the server that is no farewell: classes 08 and 57P tell of a lost connection. */
const provesRollback = (state: string | null) =>
  state !== null && !state.startsWith("08") && !state.startsWith("57P");

/** The SQLSTATE of a row that there can be once only. */
export const UNIQUE_VIOLATION = "23505";

/** The SQLSTATE of a database error, however deep the driver wrapped it; null for any other error. */
export function sqlState(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}
