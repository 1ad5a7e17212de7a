import type { WireInstruction } from "./wire-transaction.ts";

const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";

const LAMPORTS_PER_SIGNATURE = 5000n;
const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n;
const MAX_UNITS = 1_400_000;
const UNITS_PER_INSTRUCTION = 200_000;
const UNITS_PER_BUILTIN_INSTRUCTION = 3000;

const builtins = new Set([
  COMPUTE_BUDGET_PROGRAM,
  "11111111111111111111111111111111",
  "Vote111111111111111111111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "LoaderV411111111111111111111111111111111111",
]);

/** Their instructions carry further signatures, counted in the first byte and charged alike. */
const signatureVerifiers = new Set([
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
]);

interface Priced {
  readonly signers: number;
  /** Addresses that instructions refer to by index. */
  readonly accounts: readonly string[];
  readonly instructions: readonly WireInstruction[];
}

/** The compute budget that a transaction requests. */
interface ComputeBudget {
  /** Micro-lamports per compute unit. */
  readonly unitPrice: bigint;
  readonly unitLimit: number;
}

const REQUEST_LIMIT = 2;
const REQUEST_PRICE = 3;

/** Reads the compute-budget instructions; without a limit, Solana's default for the instructions applies. */
export function computeBudget({ accounts, instructions }: Omit<Priced, "signers">): ComputeBudget {
  let unitPrice = 0n;
  let unitLimit: number | null = null;
  let defaultLimit = 0;
  for (const { programIdIndex, data } of instructions) {
    const program = accounts[programIdIndex] ?? "";
    defaultLimit += builtins.has(program) ? UNITS_PER_BUILTIN_INSTRUCTION : UNITS_PER_INSTRUCTION;
    if (program !== COMPUTE_BUDGET_PROGRAM) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (data[0] === REQUEST_LIMIT && data.length >= 5) unitLimit = view.getUint32(1, true);
    if (data[0] === REQUEST_PRICE && data.length >= 9) unitPrice = view.getBigUint64(1, true);
  }
  return { unitPrice, unitLimit: Math.min(unitLimit ?? defaultLimit, MAX_UNITS) };
}

/** Lamports that the network charges: for signatures, and for priority, rounded up. */
export function networkFee(priced: Priced): bigint {
  const { unitPrice, unitLimit } = computeBudget(priced);
  let signatures = BigInt(priced.signers);
  for (const { programIdIndex, data } of priced.instructions) {
    if (signatureVerifiers.has(priced.accounts[programIdIndex] ?? "")) signatures += BigInt(data[0] ?? 0);
  }
  const priority = unitPrice * BigInt(unitLimit) + MICRO_LAMPORTS_PER_LAMPORT - 1n;
  return signatures * LAMPORTS_PER_SIGNATURE + priority / MICRO_LAMPORTS_PER_LAMPORT;
}
