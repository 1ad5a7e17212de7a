import { and, eq, gt, isNull } from "drizzle-orm";
import { ok, refuse, type Result } from "../../domain/result.ts";
import type { Db } from "../db/database.ts";
import { signInNonces } from "../db/schema/sign-in.ts";
import type { Clock, Entropy } from "../ports.ts";
import { type OpenedSession, openSession } from "./sessions.ts";
import { hashOfToken, type SignInInput, signInBytes } from "./sign-in-text.ts";
import { isSignedBy } from "./wallet-signature.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

interface Proof {
  /** Host of the site that the proof was sent to. */
  readonly host: string;
  /** The short cookie of the browser that sends it. */
  readonly browserToken: string | null;
  readonly address: string;
  readonly nonce: string;
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Ends a sign-in (rule IDENTITY-1). The text is rebuilt here from what was stored and from the address that
 * is claimed; the signed bytes must be that text and the signature must be that address's. The nonce is used up
 * by the first try from its own browser, whatever the outcome, and cannot be touched from another.
 */
export async function verifySignIn(
  ports: Ports,
  proof: Proof,
): Promise<Result<OpenedSession, "NONCE_INVALID" | "SIGNATURE_INVALID">> {
  const input = proof.browserToken === null ? null : await useNonce(ports, proof.nonce, proof.browserToken);
  if (input === null || input.domain !== proof.host) return refuse("NONCE_INVALID");
  const expected = signInBytes(input, proof.address);
  if (!Buffer.from(expected).equals(proof.signedMessage)) return refuse("SIGNATURE_INVALID");
  if (!isSignedBy(proof.address, expected, proof.signature)) return refuse("SIGNATURE_INVALID");
  return ok(await openSession(ports, proof.address));
}

/** One statement, so that of any number of simultaneous tries one gets the input and the others nothing. */
async function useNonce(
  { db, clock }: Ports,
  nonce: string,
  browserToken: string,
): Promise<SignInInput | null> {
  const now = new Date(clock.now());
  const [used] = await db
    .update(signInNonces)
    .set({ usedAt: now })
    .where(
      and(
        eq(signInNonces.nonce, nonce),
        eq(signInNonces.browserHash, hashOfToken(browserToken)),
        isNull(signInNonces.usedAt),
        gt(signInNonces.expiresAt, now),
      ),
    )
    .returning({ input: signInNonces.input });
  return used === undefined ? null : (used.input as SignInInput);
}
