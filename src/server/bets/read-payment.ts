import { SUPPORTED_MEMO_PROGRAM_ADDRESSES } from "@solana-program/memo";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { type Lamports, lamports, sum } from "../../domain/lamports.ts";
import type { HouseWalletKind } from "../../domain/ledger.ts";
import type { ChainInstruction, ChainTransaction } from "../ports.ts";
import { betNamedIn } from "./bet-transaction.ts";

export interface Transfer {
  readonly source: string;
  readonly destination: string;
  readonly lamports: Lamports;
}

const transferInstruction = 2;
const memoPrograms: ReadonlySet<string> = new Set(SUPPORTED_MEMO_PROGRAM_ADDRESSES);

/** The plain transfers among a transaction's own instructions. */
export function transfersIn(instructions: readonly ChainInstruction[]): readonly Transfer[] {
  return instructions.flatMap(({ programAddress, accounts, data }) => {
    const [source, destination] = accounts;
    if (programAddress !== SYSTEM_PROGRAM_ADDRESS || data.length !== 12 || !source || !destination) return [];
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (view.getUint32(0, true) !== transferInstruction) return [];
    return [{ source, destination, lamports: lamports(view.getBigUint64(4, true)) }];
  });
}

/** The bet that a transaction names, whichever memo program wrote it; null for none or more than one. */
export function betNamedBy(instructions: readonly ChainInstruction[]): string | null {
  const named = instructions
    .filter(({ programAddress }) => memoPrograms.has(programAddress))
    .map(({ data }) => betNamedIn(Buffer.from(data).toString("utf8")))
    .filter((betId) => betId !== null);
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Money that reached the house in one successful transaction of somebody else. */
export interface InboundPayment {
  readonly signature: string;
  readonly slot: bigint;
  /** What each house wallet received; never empty. */
  readonly received: readonly {
    readonly address: string;
    readonly kind: HouseWalletKind;
    readonly lamports: Lamports;
  }[];
  readonly total: Lamports;
  /** The transfer's source; the fee payer where there is no single source. */
  readonly payer: string;
  /** The house moved money between its own wallets. */
  readonly isOwn: boolean;
  /** The bet it can pay for: one transfer of the whole amount to a deposit wallet, and one memo (rule BET-2). */
  readonly betId: string | null;
}

/**
 * What a transaction brought the house, or null when it brought nothing. Counts what balances really gained,
 * so that money sent through another program is not overlooked. Instructions that wallets add (compute budget,
 * guards) make no difference.
 */
export function readPayment(
  transaction: ChainTransaction,
  house: ReadonlyMap<string, HouseWalletKind>,
): InboundPayment | null {
  if (transaction.error !== null) return null;
  const received = transaction.accounts.flatMap((address, index) => {
    const kind = house.get(address);
    const gained = transaction.balanceChanges[index] ?? 0n;
    return kind && gained > 0n ? [{ address, kind, lamports: lamports(gained) }] : [];
  });
  const [first] = received;
  const [feePayer] = transaction.accounts;
  if (!first || !feePayer) return null;

  const toHouse = transfersIn(transaction.instructions).filter(({ destination }) => house.has(destination));
  const sources = new Set(toHouse.map(({ source }) => source));
  const [source] = sources;
  const isOnePayment =
    received.length === 1 &&
    first.kind === "deposit" &&
    toHouse.length === 1 &&
    toHouse[0]?.lamports === first.lamports;
  const payer = source && sources.size === 1 ? source : feePayer;
  return {
    signature: transaction.signature,
    slot: transaction.slot,
    received,
    total: sum(received.map((each) => each.lamports)),
    payer,
    isOwn: house.has(payer),
    betId: isOnePayment ? betNamedBy(transaction.instructions) : null,
  };
}
