import type { Approval, ApprovalKind, HouseRequest } from "../../contract/approvals/approvals.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { Lamports } from "../../domain/lamports.ts";
import type { Refused, Result } from "../../domain/result.ts";
import type { ApprovalCause } from "../../domain/second-admin.ts";
import type { Tx } from "./db/database.ts";

/** Who performs the action, and why. */
interface Authority {
  readonly at: Date;
  /** The admin who asked. */
  readonly by: string;
  /** The second admin; null if the act needs none. */
  readonly approvedBy: string | null;
  readonly reason: string | null;
}

/** Notifies open pages; called once, after the commit. */
export type Announce = (() => void | Promise<void>) | undefined;

interface Performed<Done> {
  readonly done: Done;
  readonly announce?: Announce;
}

/** What an action would do, for the decision whether another admin has to approve it. */
interface Assessment {
  /** What it moves at the house's cost, or, of a setting, the amount that it would allow. */
  readonly amount: Lamports;
  /** The rule by which another admin has to approve it, whatever the amount. */
  readonly cause: ApprovalCause | null;
}

/** Who asks, and when it is checked. */
interface Asker {
  readonly by: string;
  readonly at: Date;
  /** The second admin, if it is checked for their approval; null while it is asked for. */
  readonly approvedBy: string | null;
}

/**
 * An action that decides about house money or about who may: an admin does it alone within the limits of 24 hours,
 * otherwise it waits for another admin (rule IDENTITY-5).
 */
export interface HouseAction<Kind extends ApprovalKind, Done, Code extends RefusalCode> {
  readonly kind: Kind;
  /** Whether its amount is moved, and counted, later: the value of a setting. */
  readonly isCountedLater?: true;
  /**
   * Tries what lies outside of the database; returns why it cannot be done. Runs before the transaction, when the
   * action is asked for and again when it is approved.
   */
  tryFirst?(request: HouseRequest<Kind>): Promise<Refused<Code> | null>;
  /**
   * Returns what it would do, or why it cannot be done now; null where it costs the house nothing and needs nobody.
   * Takes the locks of what `perform` changes, and writes nothing.
   */
  check(tx: Tx, request: HouseRequest<Kind>, asker: Asker): Promise<Result<Assessment | null, Code>>;
  /** Performs the action and writes its audit row, in the transaction of a `check` that passed. */
  perform(tx: Tx, request: HouseRequest<Kind>, authority: Authority): Promise<Performed<Done>>;
}

export interface ActionRequest<Kind extends ApprovalKind> {
  readonly request: HouseRequest<Kind>;
  /** The admin's wallet. */
  readonly by: string;
  readonly reason: string | null;
}

/** The outcome: done at once, or waiting for another admin. */
export type Outcome<Done> =
  | { readonly done: Done; readonly approval: null }
  | { readonly done: null; readonly approval: Approval };

/** Why an action that needs another admin cannot wait for one. */
export type Unaskable = "APPROVALS_FULL" | "NO_SECOND_ADMIN";

/** Performs the action at once, or makes it wait for another admin. The port of every feature that has such actions. */
export type PerformOrAsk = <const Kind extends ApprovalKind, Done, Code extends RefusalCode>(
  action: HouseAction<Kind, Done, Code>,
  request: ActionRequest<Kind>,
) => Promise<Result<Outcome<Done>, Code | Unaskable>>;
