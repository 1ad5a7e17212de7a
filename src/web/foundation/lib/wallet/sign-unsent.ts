import { SolanaSignTransaction } from "@solana/wallet-standard-features";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type { TransactionVersion } from "../../../../contract/bets/transaction-version.ts";
import { fromBase64, toBase64 } from "../base64.ts";
import { featuresOf, ownAccount } from "./features.ts";
import { askWallet, WalletFailure } from "./wallet-failure.ts";

const SYSTEM_PROGRAM = new Uint8Array(32);
/** MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr */
const MEMO_PROGRAM = fromBase64("BUpTWpkpIQZNJOhxYNo4fHw1td28kruB5B+oQEEFRI0=");
/** In the place of a recent block's hash: no block has it, so that the transaction can never land. */
const NO_BLOCKHASH = new Uint8Array(32);
/** The system program's transfer, of 0 lamports. */
const TRANSFER_NOTHING = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/** One signer, the payer; the two programs are only read. */
const HEADER = [1, 0, 2];
/** Before a message of version 0, and of version 1. */
const VERSION_0 = 0x80;
const VERSION_1 = 0x81;
const versions = ["legacy", 0, 1] as const;
const NO_SIGNATURE = new Uint8Array(64);

/** A length as Solana writes it: seven bits per byte, least significant first. */
const count = (length: number) => (length < 128 ? [length] : [(length & 127) | 128, length >> 7]);

/**
 * A transfer of nothing from the wallet to itself with the text as its memo, and an empty slot for its signature.
 * Legacy where the wallet knows it: hardware wallets with older software know nothing else.
 */
export function unsentTransaction(
  publicKey: Uint8Array,
  text: string,
  version: TransactionVersion,
): Uint8Array {
  const memo = new TextEncoder().encode(text);
  const accounts = [publicKey, SYSTEM_PROGRAM, MEMO_PROGRAM].flatMap((key) => Array.from(key));
  return Uint8Array.from(
    version === 1
      ? inVersion1(accounts, memo)
      : [1, ...NO_SIGNATURE, ...beforeVersion1(accounts, memo, version)],
  );
}

function beforeVersion1(accounts: readonly number[], memo: Uint8Array, version: "legacy" | 0): number[] {
  const transfer = [1, 2, 0, 0, TRANSFER_NOTHING.length, ...TRANSFER_NOTHING];
  const written = [2, 0, ...count(memo.length), ...memo];
  return [
    ...(version === 0 ? [VERSION_0] : []),
    ...HEADER,
    3,
    ...accounts,
    ...NO_BLOCKHASH,
    2,
    ...transfer,
    ...written,
    // Version 0 ends with its lookup tables, of which there are none.
    ...(version === 0 ? [0] : []),
  ];
}

/** What the instructions hold follows all that is said of them, and the signature comes last. */
function inVersion1(accounts: readonly number[], memo: Uint8Array): number[] {
  const noConfiguration = [0, 0, 0, 0];
  const headers = [1, 2, TRANSFER_NOTHING.length, 0, 2, 0, memo.length & 255, memo.length >> 8];
  const payloads = [0, 0, ...TRANSFER_NOTHING, ...memo];
  return [
    VERSION_1,
    ...HEADER,
    ...noConfiguration,
    ...NO_BLOCKHASH,
    2,
    3,
    ...accounts,
    ...headers,
    ...payloads,
    ...NO_SIGNATURE,
  ];
}

/**
 * Has the wallet sign a text in a transaction that is never sent, base64 (rule IDENTITY-8). Rejects with a
 * WalletFailure.
 */
export async function signUnsent(
  wallet: Wallet,
  connected: WalletAccount,
  chain: `${string}:${string}`,
  text: string,
): Promise<string> {
  const feature = featuresOf(wallet)[SolanaSignTransaction];
  if (feature === undefined) throw new WalletFailure(`${wallet.name} signs no transactions.`);
  const supported: readonly unknown[] = feature.supportedTransactionVersions;
  const account = ownAccount(wallet, connected);
  const version = versions.find((one) => supported.includes(one)) ?? 0;
  const transaction = unsentTransaction(Uint8Array.from(account.publicKey), text, version);
  const [signed] = await askWallet(() => feature.signTransaction({ account, transaction, chain }));
  if (signed === undefined) throw new WalletFailure(`${wallet.name} signed nothing.`);
  return toBase64(signed.signedTransaction);
}
