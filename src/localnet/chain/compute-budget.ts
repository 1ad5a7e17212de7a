import { configurationOf, instructionsOf, type Message } from "./wire-transaction.ts";

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

/** The compute budget that a transaction requests. */
interface ComputeBudget {
  /** Micro-lamports per compute unit. */
  readonly unitPrice: bigint;
  /** Lamports in all. */
  readonly priorityFee: bigint;
}

const REQUEST_LIMIT = 2;
const REQUEST_PRICE = 3;

/**
 * Reads the compute-budget instructions; without a limit, Solana's default for the instructions applies. Version 1 has
 * its budget in its configuration, and such instructions do nothing there.
 */
export function computeBudget(message: Message): ComputeBudget {
  const configuration = configurationOf(message);
  if (configuration) {
    const { computeUnitLimit: unitLimit = 0, priorityFeeLamports = 0n } = configuration;
    const unitPrice =
      unitLimit === 0 ? 0n : (priorityFeeLamports * MICRO_LAMPORTS_PER_LAMPORT) / BigInt(unitLimit);
    return { unitPrice, priorityFee: priorityFeeLamports };
  }
  let unitPrice = 0n;
  let requestedLimit: number | null = null;
  let defaultLimit = 0;
  for (const { programIdIndex, data } of instructionsOf(message)) {
    const program = message.staticAccounts[programIdIndex] ?? "";
    defaultLimit += builtins.has(program) ? UNITS_PER_BUILTIN_INSTRUCTION : UNITS_PER_INSTRUCTION;
    if (program !== COMPUTE_BUDGET_PROGRAM) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (data[0] === REQUEST_LIMIT && data.length >= 5) requestedLimit = view.getUint32(1, true);
    if (data[0] === REQUEST_PRICE && data.length >= 9) unitPrice = view.getBigUint64(1, true);
  }
  const unitLimit = Math.min(requestedLimit ?? defaultLimit, MAX_UNITS);
  const priorityFee =
    (unitPrice * BigInt(unitLimit) + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT;
  return { unitPrice, priorityFee };
}

/** Lamports that the network charges: for signatures, and for priority, rounded up. */
export function networkFee(message: Message): bigint {
  let signatures = BigInt(message.header.numSignerAccounts);
  for (const { programIdIndex, data } of instructionsOf(message)) {
    if (signatureVerifiers.has(message.staticAccounts[programIdIndex] ?? "")) {
      signatures += BigInt(data[0] ?? 0);
    }
  }
  return signatures * LAMPORTS_PER_SIGNATURE + computeBudget(message).priorityFee;
}
