import type { Decoded } from "./transaction-bytes.ts";

const FEE = 5_000n;
const RENT_MINIMUM = 890_880n;

/** A transaction in a block. */
export interface Landed extends Decoded {
  readonly slot: number;
  /** Null when it succeeded. */
  readonly error: string | null;
  readonly fee: bigint;
  /** By address; the fee included. */
  readonly changes: ReadonlyMap<string, bigint>;
}

/** What a transaction does to the balances, or null where its payer cannot even pay for it. */
export function execute(
  transaction: Decoded,
  slot: number,
  balances: ReadonlyMap<string, bigint>,
): Landed | null {
  const [payer] = transaction.accounts;
  if (payer === undefined) return null;
  const held = balances.get(payer) ?? 0n;
  const left = held - FEE;
  if (left < 0n || (left > 0n && left < RENT_MINIMUM)) return null;
  const changes = new Map<string, bigint>(transaction.accounts.map((address) => [address, 0n]));
  const change = (address: string, by: bigint) => changes.set(address, (changes.get(address) ?? 0n) + by);
  const after = (address: string) => (balances.get(address) ?? 0n) + (changes.get(address) ?? 0n);
  change(payer, -FEE);
  let error: string | null = null;
  for (const { from, to, lamports } of transaction.transfers) {
    if (!transaction.signers.includes(from) || after(from) < lamports) {
      error = '{"InstructionError":[0,{"Custom":1}]}';
      break;
    }
    change(from, -lamports);
    change(to, lamports);
  }
  const isBelowRent = [...changes.keys()].some((address) => {
    const lamports = after(address);
    return changes.get(address) !== 0n && lamports > 0n && lamports < RENT_MINIMUM;
  });
  if (error === null && isBelowRent) error = '{"InsufficientFundsForRent":{"account_index":0}}';
  if (error !== null) {
    for (const address of changes.keys()) changes.set(address, 0n);
    change(payer, -FEE);
  }
  return { ...transaction, slot, error, fee: FEE, changes };
}
