import { eq } from "drizzle-orm";
import type { claimStates } from "../../../contract/referrals/referrals.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { referralAccount } from "../../../domain/ledger.ts";
import { canClaim } from "../../../domain/referral.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { lockBalance } from "../../foundation/books/ledger.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import { findOpenClaim, queuePayment } from "../../foundation/books/payments.ts";
import type { Db } from "../../foundation/db/database.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { inTransactionOnce } from "../../foundation/db/keyed-transaction.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

export interface ClaimPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly vault: Pick<HouseKeys, "isUnlocked">;
}

export interface Claim {
  readonly amount: Lamports;
  /** Signature of the signed transfer; null while nothing is signed. */
  readonly signature: string | null;
  readonly state: (typeof claimStates)[number];
}

export type ClaimRefusal = "NOTHING_TO_CLAIM" | "MAINTENANCE" | "PAYMENTS_HALTED";

/** How long an answer waits for the signature: the leader's payment worker signs every 400 ms. */
const WAIT_MS = 4_000;
const LOOK_EVERY_MS = 150;

interface Request {
  /** The session's wallet: whose commission it is, and where it goes. */
  readonly wallet: string;
  readonly isAdmin: boolean;
}

/**
 * Sends all commission that a referrer can claim to their wallet, through the queue of withdrawals
 * (rules REFERRAL-5 to 9 and MONEY-21). While a claim is on its way, asking again returns that claim. The worker signs,
 * so the answer waits for the signature, a few seconds at most: without one the claim is queued all the same.
 */
export async function claimReferrals(
  ports: ClaimPorts,
  request: Request,
): Promise<Result<Claim, ClaimRefusal>> {
  const queued = await queueClaim(ports, request);
  if (!queued.ok) return queued;
  const { id, amount } = queued.value;
  const signature = await waitForSignature(ports, id);
  if (signature !== null) return ok({ amount, signature, state: "sent" });
  return ok({ amount, signature, state: ports.vault.isUnlocked() ? "queued" : "locked" });
}

interface QueuedClaim {
  readonly id: string;
  readonly amount: Lamports;
}

/** Debits while holding the account's lock: of several concurrent claims, in any process, only one succeeds. */
async function queueClaim(
  { db, clock, entropy }: ClaimPorts,
  { wallet, isAdmin }: Request,
): Promise<Result<QueuedClaim, ClaimRefusal>> {
  const id = `referral-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  const createdAt = new Date(clock.now());
  return inTransactionOnce(db, async (tx) => {
    const { maintenance, minReferralClaim } = await readSettings(tx);
    if (maintenance && !isAdmin) return refuse("MAINTENANCE");
    if ((await readHaltReason(tx)) !== null) return refuse("PAYMENTS_HALTED");
    const amount = await lockBalance(tx, referralAccount(wallet));
    const open = await findOpenClaim(tx, wallet);
    if (open !== null) return ok({ id: open.id, amount: open.lamports });
    if (amount === 0n || !canClaim(amount, minReferralClaim)) return refuse("NOTHING_TO_CLAIM");
    await queuePayment(tx, {
      id,
      kind: "referral",
      source: "hot",
      destination: wallet,
      lamports: amount,
      wallet,
      createdAt,
    });
    return ok({ id, amount });
  });
}

async function waitForSignature({ db, clock }: ClaimPorts, id: string): Promise<string | null> {
  const untilMs = clock.now() + WAIT_MS;
  for (;;) {
    const [payment] = await db
      .select({ signature: payments.signature })
      .from(payments)
      .where(eq(payments.id, id));
    const signature = payment?.signature ?? null;
    if (signature !== null || clock.now() >= untilMs) return signature;
    await clock.sleep(LOOK_EVERY_MS);
  }
}
