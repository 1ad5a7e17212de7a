import { getAddMemoInstruction } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import type { TestWallet } from "./browser-session.ts";

const NO_BLOCKHASH = "11111111111111111111111111111111";

/** A transfer of nothing from a wallet to itself. */
export const toOneself = (wallet: string, { to = wallet, lamports = 0n } = {}): Instruction =>
  getTransferSolInstruction({
    source: createNoopSigner(address(wallet)),
    destination: address(to),
    amount: lamports,
  });

export const memoOf = (text: Uint8Array | string): Instruction =>
  getAddMemoInstruction({ memo: typeof text === "string" ? text : Buffer.from(text).toString() });

interface Parts {
  readonly version?: "legacy" | 0 | 1;
  readonly blockhash?: string;
  readonly payer?: string;
  readonly instructions?: readonly Instruction[];
  /** Signs for each required signature; only the wallet when absent. */
  readonly signers?: readonly TestWallet[];
}

/** What a wallet that signs no messages signs in their place, in base64, with anything changed about it. */
export function unsentTransaction(wallet: TestWallet, text: Uint8Array | string, parts: Parts = {}): string {
  const { version = 0, blockhash = NO_BLOCKHASH, payer = wallet.address, signers = [wallet] } = parts;
  const { instructions = [toOneself(wallet.address), memoOf(text)] } = parts;
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n };
  const compiled = pipe(
    createTransactionMessage({ version: version as 0 }),
    (message) => setTransactionMessageFeePayer(address(payer), message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    compileTransaction,
  );
  const message = Uint8Array.from(compiled.messageBytes);
  const signatures = Object.fromEntries(
    Object.keys(compiled.signatures).map((key) => {
      const signer = signers.find((one) => one.address === key);
      return [key, signer ? signer.sign(message) : null];
    }),
  );
  const signed = { ...compiled, signatures } as typeof compiled;
  return Buffer.from(getTransactionEncoder().encode(signed)).toString("base64");
}
