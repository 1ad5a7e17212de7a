import { MAX_WIRE_LAMPORTS } from "../../../contract/wire/codecs.ts";
import { LAMPORTS_PER_SOL, type Lamports } from "../../../domain/lamports.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { parseSol } from "../../../domain/sol-amount.ts";
import { parseWalletAddress } from "../../../domain/wallet-address.ts";

/** Transfers are made in steps of this much SOL, and are at least one step. */
export const TRANSFER_STEP_SOL = "0.001";
const STEP = LAMPORTS_PER_SOL / 1_000n;

export interface Transfer {
  readonly playerWallet: string;
  readonly amount: Lamports;
}

/** Why a manual transfer cannot be sent; each is the key of a text. */
type TransferProblem = "transferInputMissing" | "walletInvalid" | "amountInvalid";

/**
 * Reads what was typed for a manual transfer: a wallet's address, and at least a thousandth of a SOL in whole thousandths,
 * exact to the lamport (rule ADMIN-25).
 */
export function readTransfer(wallet: string, amountText: string): Result<Transfer, TransferProblem> {
  const [typedWallet, typedAmount] = [wallet.trim(), amountText.trim()];
  if (typedWallet === "" || typedAmount === "") return refuse("transferInputMissing");
  const playerWallet = parseWalletAddress(typedWallet);
  if (!playerWallet.ok) return refuse("walletInvalid");
  const amount = readAmount(typedAmount);
  return amount === null ? refuse("amountInvalid") : ok({ playerWallet: playerWallet.value, amount });
}

/** At least a thousandth of a SOL in whole thousandths; null for anything else. */
export function readAmount(text: string): Lamports | null {
  const amount = parseSol(text.trim());
  if (!amount.ok || amount.value < STEP || amount.value % STEP !== 0n) return null;
  return amount.value > MAX_WIRE_LAMPORTS ? null : amount.value;
}
