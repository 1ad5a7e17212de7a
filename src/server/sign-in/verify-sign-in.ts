import { and, eq, gt, isNull } from "drizzle-orm";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Db } from "../db/database.ts";
import { signInNonces } from "../db/schema/sign-in.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock, Entropy } from "../ports.ts";
import { type OpenedSession, openSession, STEP_UP_LIFE_MS, stepUpSession } from "./sessions.ts";
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
  /** The short-lived cookie of the browser that sends it. */
  readonly browserToken: string | null;
  readonly address: string;
  readonly nonce: string;
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

type ProofRefusal = "NONCE_INVALID" | "SIGNATURE_INVALID";

/** Completes a sign-in with a new session (rule IDENTITY-1). */
export async function verifySignIn(ports: Ports, proof: Proof): Promise<Result<OpenedSession, ProofRefusal>> {
  const proven = await proveAddress(ports, proof, { isStepUp: false });
  return proven.ok ? ok(await openSession(ports, proof.address)) : proven;
}

export interface SteppedUp {
  readonly wallet: string;
  /** When the session ends. */
  readonly expiresAt: Date;
  /** When the confirmation ends. */
  readonly until: Date;
}

/**
 * Completes a step-up: the session with this token counts as confirmed by its wallet for ten minutes (rule ACCESS-8),
 * and an audit row says what for.
 */
export async function verifyStepUp(
  ports: Ports,
  { sessionToken, ...proof }: Proof & { readonly sessionToken: string },
): Promise<Result<SteppedUp, ProofRefusal | "NOT_SIGNED_IN">> {
  const proven = await proveAddress(ports, proof, { isStepUp: true });
  if (!proven.ok) return proven;
  const at = new Date(ports.clock.now());
  const { address: wallet } = proof;
  return inTransaction(ports.db, async (tx) => {
    const expiresAt = await stepUpSession(tx, { token: sessionToken, wallet, at });
    if (expiresAt === null) return refuse("NOT_SIGNED_IN");
    const purpose = proven.value.purpose ?? "";
    await writeAudit(tx, { at, actor: wallet, action: "session.step-up", subject: purpose });
    return ok({ wallet, expiresAt, until: new Date(at.getTime() + STEP_UP_LIFE_MS) });
  });
}

/**
 * The text is rebuilt here from what was stored and from the claimed address; the signed bytes must be that text and
 * the signature must be that address's. The nonce is used up by the first attempt from its own browser, whatever the
 * outcome, and cannot be touched from another.
 */
async function proveAddress(
  ports: Ports,
  proof: Proof,
  { isStepUp }: { readonly isStepUp: boolean },
): Promise<Result<{ readonly purpose: string | null }, ProofRefusal>> {
  const used = proof.browserToken === null ? null : await useNonce(ports, proof.nonce, proof.browserToken);
  if (used === null || used.input.domain !== proof.host) return refuse("NONCE_INVALID");
  if (isStepUp !== (used.purpose !== null)) return refuse("NONCE_INVALID");
  const expected = signInBytes(used.input, proof.address);
  if (!Buffer.from(expected).equals(proof.signedMessage)) return refuse("SIGNATURE_INVALID");
  if (!isSignedBy(proof.address, expected, proof.signature)) return refuse("SIGNATURE_INVALID");
  return ok({ purpose: used.purpose });
}

/** One statement, so that of any number of concurrent attempts one gets the input and the others nothing. */
async function useNonce(
  { db, clock }: Ports,
  nonce: string,
  browserToken: string,
): Promise<{ readonly input: SignInInput; readonly purpose: string | null } | null> {
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
    .returning({ input: signInNonces.input, purpose: signInNonces.purpose });
  return used === undefined ? null : { input: used.input as SignInInput, purpose: used.purpose };
}
