import { houseWallets } from "../../../../contract/house-wallets/house-wallets.ts";
import { amountIn, limitsOf } from "../../../../contract/wire/field-limits.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { type Result, ok, refuse } from "../../../../domain/result.ts";
import { parseWalletAddress } from "../../../../domain/wallet-address.ts";

const { amount: schema } = houseWallets.transferManually.body.shape;

/** The smallest transfer and its step, in SOL. */
export const transferLimits = limitsOf(schema);
export const TRANSFER_STEP_SOL = String(transferLimits.step);

export interface Transfer {
  readonly playerWallet: string;
  readonly amount: Lamports;
}

/** Why a manual transfer cannot be sent; each is the key of a text. */
type TransferProblem = "transferInputMissing" | "walletInvalid" | "amountInvalid";

/**
 * Reads what was typed for a manual transfer: a wallet's address, and at least a thousandth of a SOL in whole
 * thousandths, exact to the lamport.
 */
export function readTransfer(wallet: string, amountText: string): Result<Transfer, TransferProblem> {
  const [typedWallet, typedAmount] = [wallet.trim(), amountText.trim()];
  if (typedWallet === "" || typedAmount === "") return refuse("transferInputMissing");
  const playerWallet = parseWalletAddress(typedWallet);
  if (!playerWallet.ok) return refuse("walletInvalid");
  const amount = readAmount(typedAmount);
  return amount === null ? refuse("amountInvalid") : ok({ playerWallet: playerWallet.value, amount });
}

/** An amount that can be transferred; null for anything else. */
export const readAmount = (text: string): Lamports | null => amountIn(schema, text);
