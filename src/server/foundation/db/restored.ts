import type { Db } from "./database.ts";
import { OperatorError } from "./operator-error.ts";
import { reasonOf } from "./reason-of.ts";

/** How a backup is put in the place of a database. */
export interface Restoring {
  /** Whether data may be replaced. */
  readonly replace: boolean;
  /** The end of the name that replaced data gets. */
  readonly stamp: string;
  /** Examines the restored data before it replaces anything; throws OperatorError for what is wrong. */
  readonly prove: (db: Db) => Promise<void>;
}

/** What a restore has replaced: it is still there, under another name. */
export interface Replaced {
  readonly name: string;
  readonly bytes: number;
  /** The command that removes it. */
  readonly removal: string;
}

/** The error to show for whatever stopped a restore before it had replaced anything. */
export function nothingChanged(error: unknown): OperatorError {
  return new OperatorError(`The backup was not restored, and nothing has changed. ${reasonOf(error)}`, {
    cause: error,
  });
}
