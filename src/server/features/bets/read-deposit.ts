import { SUPPORTED_MEMO_PROGRAM_ADDRESSES } from "@solana-program/memo";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { type Lamports, lamports, sum, ZERO } from "../../../domain/lamports.ts";
import type { HouseWalletKind } from "../../../domain/ledger.ts";
import { isBetMemo, parseDepositMemo } from "../../../domain/memo.ts";
import type { ChainInstruction, ChainTransaction } from "../../foundation/ports.ts";
import { namesDeposit } from "./bet-transaction.ts";

export interface Transfer {
  /** False for a transfer with a seed: its source is derived from the wallet named here. */
  readonly isPlain: boolean;
  readonly source: string;
  readonly destination: string;
  readonly lamports: Lamports;
}

const TRANSFER = 2;
const TRANSFER_WITH_SEED = 11;
const memoPrograms: ReadonlySet<string> = new Set(SUPPORTED_MEMO_PROGRAM_ADDRESSES);

/** The transfers of lamports among the instructions. */
export function transfersIn(instructions: readonly ChainInstruction[]): readonly Transfer[] {
  return instructions.flatMap(({ programAddress, accounts, data }) => {
    if (programAddress !== SYSTEM_PROGRAM_ADDRESS || data.length < 12) return [];
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const type = view.getUint32(0, true);
    // An account that was derived with a seed has no key: only its base can move its money, by signing.
    const [source, destination] =
      type === TRANSFER ? accounts : type === TRANSFER_WITH_SEED ? [accounts[1], accounts[2]] : [];
    if (!source || !destination) return [];
    return [
      { source, destination, lamports: lamports(view.getBigUint64(4, true)), isPlain: type === TRANSFER },
    ];
  });
}

/** The bet's memo in a transaction, whichever memo program wrote it; null for none or more than one. */
export function betMemoIn(instructions: readonly ChainInstruction[]): string | null {
  const memos = memosOf(instructions).filter(isBetMemo);
  return memos.length === 1 ? (memos[0] ?? null) : null;
}

/** Whether a transaction says that it is meant for the balance. */
const isMeantForBalance = (instructions: readonly ChainInstruction[]): boolean =>
  memosOf(instructions).some(namesDeposit);

/** The prepared deposit that a transaction names; null for none or more than one (rule BET-22). */
export function depositNamedBy(instructions: readonly ChainInstruction[]): string | null {
  const named = memosOf(instructions)
    .map(parseDepositMemo)
    .filter((id) => id !== null);
  return named.length === 1 ? (named[0] ?? null) : null;
}

const memosOf = (instructions: readonly ChainInstruction[]): readonly string[] =>
  instructions
    .filter(({ programAddress }) => memoPrograms.has(programAddress))
    .map(({ data }) => Buffer.from(data).toString("utf8"));

/** Money that reached the house in one successful transaction. */
export interface Deposit {
  readonly signature: string;
  readonly slot: bigint;
  /** What each house wallet received; never empty. */
  readonly received: readonly ReceivedLamports[];
  readonly total: Lamports;
  /** Whose money it was (rule BET-12); the amounts sum to `total`. Never empty. */
  readonly sources: readonly DepositSource[];
  /**
   * The memo of the bet that it can pay for: beside one transfer of the whole amount to a deposit wallet (rule BET-2).
   * Null otherwise.
   */
  readonly betMemo: string | null;
  /** Whether it was sent for the balance and not for a bet (rule BET-22). */
  readonly isForBalance: boolean;
}

interface ReceivedLamports {
  readonly address: string;
  readonly kind: HouseWalletKind;
  readonly lamports: Lamports;
}

interface DepositSource {
  readonly wallet: string;
  readonly lamports: Lamports;
  /** Whether it is one of the house's own wallets. */
  readonly isHouse: boolean;
}

/**
 * What a transaction brought the house, or null when it brought nothing. Counts actual balance changes, so that money
 * sent through another program is not overlooked. Instructions that wallets add (compute budget, guards) make no
 * difference.
 */
export function readDeposit(
  transaction: ChainTransaction,
  house: ReadonlyMap<string, HouseWalletKind>,
): Deposit | null {
  if (transaction.error !== null) return null;
  const received = transaction.accounts.flatMap((address, index) => {
    const kind = house.get(address);
    const gained = transaction.balanceChanges[index] ?? 0n;
    return kind && gained > 0n ? [{ address, kind, lamports: lamports(gained) }] : [];
  });
  const [first] = received;
  const [feePayer] = transaction.accounts;
  if (!first || !feePayer) return null;

  const own = transfersIn(transaction.instructions).filter(({ destination }) => house.has(destination));
  const inner = transfersIn(transaction.innerInstructions).filter(({ destination }) =>
    house.has(destination),
  );
  const isOnePayment =
    received.length === 1 &&
    first.kind === "deposit" &&
    own.length === 1 &&
    inner.length === 0 &&
    own[0]?.isPlain === true &&
    own[0].lamports === first.lamports;
  const amounts = bySource([...own, ...inner], received, feePayer);
  return {
    signature: transaction.signature,
    slot: transaction.slot,
    received,
    total: sum(received.map((each) => each.lamports)),
    sources: Array.from(amounts, ([wallet, amount]) => ({
      wallet,
      lamports: amount,
      isHouse: house.has(wallet),
    })),
    betMemo: isOnePayment ? betMemoIn(transaction.instructions) : null,
    isForBalance: isMeantForBalance(transaction.instructions),
  };
}

/**
 * A transfer belongs to the account that it came from; anything else that a wallet gained belongs to the fee payer
 * (rule BET-12). So paying the fee for others never gives the fee payer their money.
 */
function bySource(
  transfers: readonly Transfer[],
  received: readonly ReceivedLamports[],
  feePayer: string,
): ReadonlyMap<string, Lamports> {
  const amounts = new Map<string, Lamports>();
  const add = (wallet: string, amount: Lamports) => {
    if (amount > 0n) amounts.set(wallet, sum([amounts.get(wallet) ?? ZERO, amount]));
  };
  for (const { address, lamports: gained } of received) {
    const into = transfers.filter(({ destination }) => destination === address);
    const transferred = sum(into.map((transfer) => transfer.lamports));
    // Only the house can move money back out of its wallet in the same transaction: then the transfer is the house's
    // own.
    const isAllThere = transferred <= gained;
    if (isAllThere) for (const { source, lamports: amount } of into) add(source, amount);
    add(feePayer, isAllThere ? lamports(gained - transferred) : gained);
  }
  return amounts;
}
