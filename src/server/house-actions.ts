import type { Approval, ApprovalKind, HouseRequest } from "../contract/approvals/approvals.ts";
import type { RefusalCode } from "../contract/wire/refusals.ts";
import type { Lamports } from "../domain/lamports.ts";
import type { Result } from "../domain/result.ts";
import type { Tx } from "./db/database.ts";

/** Who performs the action, and why. */
interface Authority {
  readonly at: Date;
  /** The admin who asked. */
  readonly by: string;
  /** The second admin; null if the amount needs none. */
  readonly approvedBy: string | null;
  readonly reason: string | null;
}

interface Performed<Done> {
  readonly done: Done;
  /** Notifies open pages; called once, after the commit. */
  readonly announce?: () => void;
}

/** An action that moves house money and, above a limit, waits for another admin (rule IDENTITY-5). */
export interface HouseAction<Kind extends ApprovalKind, Done> {
  readonly kind: Kind;
  /**
   * Returns the amount it moves, or why it cannot be done now. Takes the locks of what `perform` changes, and writes
   * nothing.
   */
  check(tx: Tx, request: HouseRequest<Kind>): Promise<Result<Lamports, RefusalCode>>;
  /** Performs the action and writes its audit row, in the transaction of a `check` that passed. */
  perform(tx: Tx, request: HouseRequest<Kind>, authority: Authority): Promise<Performed<Done>>;
}

interface Asked<Kind extends ApprovalKind> {
  readonly request: HouseRequest<Kind>;
  /** The admin's wallet. */
  readonly by: string;
  readonly reason: string | null;
}

/** The outcome: done at once, or waiting for another admin. */
export type Outcome<Done> =
  | { readonly done: Done; readonly approval: null }
  | { readonly done: null; readonly approval: Approval };

/**
 * Performs the action at once, or makes it wait for another admin. The port of every feature that moves house money.
 */
export type PerformOrAsk = <const Kind extends ApprovalKind, Done>(
  action: HouseAction<Kind, Done>,
  asked: Asked<Kind>,
) => Promise<Result<Outcome<Done>, RefusalCode>>;
