import type { VerifySignature } from "../domain/log/signed-note.ts";

/** Where a log is read from: a server or a mirror. Nothing that it gives is believed. */
export interface LogSource {
  /**
   * The bytes at a path below a log's address, such as `checkpoint` or `tile/entries/000`; null if it serves none there.
   *
   * @throws whatever prevents it: what was not read is not checked.
   */
  readonly readFile: (logId: string, path: string) => Promise<Uint8Array | null>;
}

/** A transaction as a node lists it with an address that it names. */
export interface ListedTransaction {
  readonly signature: string;
  readonly slot: number;
  readonly hasFailed: boolean;
  /** Its memos, as `getSignaturesForAddress` joins them; null without one. */
  readonly memo: string | null;
}

/** A Solana node, asked for what is final. */
export interface Node {
  /** The newest transactions that name an address, those before `before` if it is not null; newest first. */
  readonly listTransactions: (
    address: string,
    before: string | null,
  ) => Promise<readonly ListedTransaction[]>;
  /** Who paid for a transaction and so signed it; null if the node does not show it. */
  readonly payerOf: (signature: string) => Promise<string | null>;
}

/** How many transactions a node lists at a time: fewer are the last. */
export const LISTED_AT_A_TIME = 1_000;

export interface AuditPorts {
  readonly source: LogSource;
  readonly node: Node;
  readonly verify: VerifySignature;
}
