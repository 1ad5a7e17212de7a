import {
  type KeyPairSigner,
  address,
  createSolanaRpc,
  createSignableMessage,
  lamports as kitLamports,
} from "@solana/kit";
import { createSignInMessageText } from "@solana/wallet-standard-util";
import { api } from "../../contract/api.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { LAMPORTS_PER_SOL } from "../../domain/lamports.ts";
import { type Result, ok, refuse } from "../../domain/result.ts";
import type { GameClient } from "./game-client.ts";
import { bettorName } from "./names.ts";

const NAME_ATTEMPTS = 20;
const POOR_LAMPORTS = LAMPORTS_PER_SOL;
const AIRDROP_LAMPORTS = 5n * LAMPORTS_PER_SOL;

/** Proves ownership of the key to the game; the session is then in the client's cookies (rule IDENTITY-1). */
export async function signIn(game: GameClient, key: KeyPairSigner): Promise<Result<undefined, RefusalCode>> {
  const begun = await game.call(api.createSignInNonce, {});
  if (!begun.ok) return begun;
  const { input } = begun.value;
  const text = createSignInMessageText({
    ...input,
    address: key.address,
    issuedAt: input.issuedAt.toISOString(),
    expirationTime: input.expirationTime.toISOString(),
  });
  const message = createSignableMessage(text);
  const [signatures] = await key.signMessages([message]);
  const verified = await game.call(api.verifySignIn, {
    body: {
      address: key.address,
      nonce: input.nonce,
      signedMessage: toBase64(message.content),
      signature: toBase64(signatures?.[key.address] ?? new Uint8Array()),
    },
  });
  return verified.ok ? ok() : verified;
}

/** Makes sure that the bettor has a profile; if a name is taken, another is tried. */
export async function ensureProfile(
  game: GameClient,
  wallet: string,
  bettor: number,
): Promise<Result<undefined, RefusalCode>> {
  const found = await game.call(api.getUser, { params: { wallet } });
  if (found.ok) return ok();
  if (found.code !== "PROFILE_NOT_FOUND") return found;
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
    const body = { walletAddress: wallet, username: bettorName(bettor, attempt) };
    const created = await game.call(api.createUser, { body });
    if (created.ok || created.code === "PROFILE_EXISTS") return ok();
    if (created.code !== "USERNAME_TAKEN") return created;
  }
  return refuse("USERNAME_TAKEN");
}

/** Confirms the operator's notice of age and place, where there is one (rule BET-17). */
export async function ensureNotice(
  game: GameClient,
  wallet: string,
): Promise<Result<undefined, RefusalCode>> {
  const params = { wallet };
  const notice = await game.call(api.getNotice, { params });
  if (!notice.ok) return notice;
  const { isDue, version, minimumAge } = notice.value;
  if (!isDue) return ok();
  const accepted = await game.call(api.acceptNotice, { params, body: { version, minimumAge } });
  return accepted.ok ? ok() : accepted;
}

/** Asks the chain's faucet for funds when the wallet runs low. */
export async function ensureFunds(baseUrl: string, wallet: string): Promise<Result<undefined, RefusalCode>> {
  const rpc = createSolanaRpc(new URL("/rpc", baseUrl).href);
  try {
    const { value } = await rpc.getBalance(address(wallet), { commitment: "finalized" }).send();
    if (value < POOR_LAMPORTS) {
      await rpc.requestAirdrop(address(wallet), kitLamports(AIRDROP_LAMPORTS)).send();
    }
    return ok();
  } catch {
    // No answer from the chain: the caller waits and tries again.
    return refuse("CHAIN_UNAVAILABLE");
  }
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
