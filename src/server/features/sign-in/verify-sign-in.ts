import { and, eq, gt, isNull } from "drizzle-orm";
import type { StepUpPurpose } from "../../../contract/sign-in/step-up.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { signInNonces } from "../../foundation/db/schema/sign-in.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import { isTextSignedBy, type TextSignature } from "../../foundation/chain/text-signature.ts";
import type { ClientDescription } from "../../foundation/http/describe-client.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { type RaisedSession, raiseSession } from "./raise-session.ts";
import { type OpenedSession, openSession } from "./sessions.ts";
import { hashOfToken, type SignInInput, signInBytes } from "./sign-in-text.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The admins from the environment. */
  readonly adminWallets: readonly string[];
}

interface Proof {
  /** Host of the site that the proof was sent to. */
  readonly host: string;
  /** The short-lived cookie of the browser that sends it. */
  readonly browserToken: string | null;
  readonly address: string;
  readonly nonce: string;
  /** What the wallet says that it signed; a transaction holds its text itself. */
  readonly signedMessage: Uint8Array | null;
  readonly signed: TextSignature;
}

type ProofRefusal = "NONCE_INVALID" | "SIGNATURE_INVALID";

/** Completes a sign-in with a new session (rule IDENTITY-1). */
export async function verifySignIn(
  ports: Ports,
  { client, ...proof }: Proof & { readonly client: ClientDescription },
): Promise<Result<OpenedSession, ProofRefusal>> {
  const proven = await proveAddress(ports, proof, { isStepUp: false });
  return proven.ok ? ok(await openSession(ports, proof.address, client)) : proven;
}

interface StepUpTokens {
  readonly sessionToken: string;
  /** The step-up cookie that the browser has already. */
  readonly stepUpToken: string | null;
}

/** Completes a step-up with a cookie that raises the session in this browser (rule ACCESS-8); an admin's is audited. */
export async function verifyStepUp(
  ports: Ports,
  { sessionToken, stepUpToken, ...proof }: Proof & StepUpTokens,
): Promise<Result<RaisedSession, ProofRefusal | "NOT_SIGNED_IN">> {
  const proven = await proveAddress(ports, proof, { isStepUp: true });
  if (!proven.ok) return proven;
  const at = new Date(ports.clock.now());
  const { address: wallet } = proof;
  return inTransaction(ports.db, async (tx) => {
    const purpose = proven.value.purpose as StepUpPurpose;
    const session = { sessionToken, stepUpToken, wallet, purpose, at };
    const raised = await raiseSession(tx, ports.entropy, session);
    if (raised === null) return refuse("NOT_SIGNED_IN");
    if (purpose !== "balance-bets") {
      await writeAudit(tx, { at, actor: wallet, action: "session.step-up", subject: purpose });
    }
    return ok(raised);
  });
}

/**
 * The text is rebuilt here from what was stored and from the claimed address; the signed bytes must be that text, as a
 * message or in a transaction that is never sent (rule IDENTITY-8), and the signature must be that address's. The nonce
 * is used up by the first attempt from its own browser, whatever the outcome, and cannot be touched from another.
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
  const { address, signed, signedMessage } = proof;
  if (signedMessage && !Buffer.from(expected).equals(signedMessage)) return refuse("SIGNATURE_INVALID");
  if (!isTextSignedBy(address, expected, signed)) return refuse("SIGNATURE_INVALID");
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
