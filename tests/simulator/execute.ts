import type { Decoded } from "./transaction-bytes.ts";

const SIGNATURE_FEE = 5_000n;
const RENT_MINIMUM = 890_880n;
const computeBudget = /^ComputeBudget/;

/** The fee for the signature, and for priority in the block: units times micro-lamports, rounded up. */
function feeOf({ instructions }: Decoded): bigint {
  let units = 0n;
  let price = 0n;
  for (const { programAddress, data } of instructions) {
    if (!computeBudget.test(programAddress)) continue;
    if (data[0] === 2) units = BigInt(Buffer.from(data).readUInt32LE(1));
    if (data[0] === 3) price = Buffer.from(data).readBigUInt64LE(1);
  }
  return SIGNATURE_FEE + (units * price + 999_999n) / 1_000_000n;
}

/** A transaction in a block. */
export interface Landed extends Decoded {
  readonly slot: number;
  /** Null if it succeeded. */
  readonly error: string | null;
  readonly fee: bigint;
  /** Keyed by address; includes the fee. */
  readonly changes: ReadonlyMap<string, bigint>;
}

/** What a transaction does to the balances, or null if its payer cannot even pay the fee. */
export function execute(
  transaction: Decoded,
  slot: number,
  balances: ReadonlyMap<string, bigint>,
): Landed | null {
  const [payer] = transaction.accounts;
  if (payer === undefined) return null;
  const held = balances.get(payer) ?? 0n;
  const fee = feeOf(transaction);
  const left = held - fee;
  if (left < 0n || (left > 0n && left < RENT_MINIMUM)) return null;
  const changes = new Map<string, bigint>(transaction.accounts.map((address) => [address, 0n]));
  const change = (address: string, by: bigint) => changes.set(address, (changes.get(address) ?? 0n) + by);
  const after = (address: string) => (balances.get(address) ?? 0n) + (changes.get(address) ?? 0n);
  change(payer, -fee);
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
    change(payer, -fee);
  }
  return { ...transaction, slot, error, fee, changes };
}
