import type { Tx } from "./db/database.ts";

/** A feature's part in a change of the network (rule LIMITS-14). */
export interface NetworkPart {
  /**
   * What in the feature prevents the change: money owed, held, open or on its way. In words for admins; empty when
   * nothing does.
   */
  findObstacles(tx: Tx): Promise<readonly string[]>;
  /** Ends or forgets what belongs to the chain being left, in the transaction of the change. */
  leave?(tx: Tx, at: Date): Promise<void>;
}

/** `3 bets are on their way`; a count of zero is not an obstacle. */
export const countedObstacle = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
