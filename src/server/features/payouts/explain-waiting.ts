import { RENT_EXEMPT_MINIMUM } from "../../../domain/wallet-funds.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import { type WaitReason, waitReasonOf } from "../../foundation/books/wait-reason.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { leaseHolder } from "../../foundation/db/lease.ts";
import { ENGINE_LEASE } from "../../foundation/leadership.ts";
import { bidOf, costOf, keptForAnchors, lastSignerOf, signedCostOf } from "./affordable-payments.ts";
import { type OpenPayment, type PaymentRow, readOpenPayments } from "./open-payments.ts";
import { nextSendAt, nextSigningAt } from "./retry-pace.ts";
import type { SendPorts } from "./sign-payments.ts";

const openStates: readonly PaymentRow["status"][] = ["pending", "sent", "unknown"];

export interface Wait {
  readonly why: WaitReason;
  /**
   * When the worker retries it automatically; null when it waits for something else or is retried in the next round.
   */
  readonly nextTryAt: Date | null;
}

/** Why each of these payments waits, by id; payments that have ended are left out (rule PAYOUTS-4). */
export async function explainWaiting(
  ports: Pick<SendPorts, "db" | "chain" | "vault" | "clock" | "bidFor">,
  rows: readonly PaymentRow[],
): Promise<ReadonlyMap<string, Wait>> {
  const waiting = rows.filter(({ status }) => openStates.includes(status));
  if (waiting.length === 0) return new Map();
  const { db, chain, vault, clock } = ports;
  const open = await readOpenPayments(db);
  const byId = new Map(open.map((one) => [one.payment.id, one]));
  const affordable = await readAffordable(ports, open);
  const tip = await orUnavailable(chain.tip());
  const now = {
    isHalted: (await readHaltReason(db)) !== null,
    isLocked: !vault.isUnlocked(),
    hasLeader: (await leaseHolder(db, ENGINE_LEASE.name)) !== null,
    isChainSilent: tip === null,
  };
  return new Map(
    waiting.map(({ id, kind, status, source, signature }) => {
      const signed = byId.get(id);
      // Of thousands of payments on their way, only some are among those being followed now.
      const isSent = signed === undefined ? signature !== null : mayLand(signed, tip?.blockHeight);
      const stage = status === "unknown" ? "unknown" : isSent ? "sent" : "unsigned";
      const signingAt = signed === undefined ? 0 : nextSigningAt(signed);
      const payment = {
        kind,
        stage,
        isPausing: signingAt > clock.now(),
        isFromHot: source === "hot",
      } as const;
      // Payments behind those being followed now wait for these, not for money.
      const isHotWalletShort = affordable !== null && affordable.get(id) === false;
      const why = waitReasonOf(payment, { ...now, isHotWalletShort });
      return [id, { why, nextTryAt: nextTryOf(why, { signed, signingAt, nowMs: clock.now() }) }];
    }),
  );
}

/**
 * Whether the last signed attempt can still land, judging by the height; assumed true when the height is unknown.
 */
function mayLand(open: OpenPayment, height: bigint | undefined): boolean {
  const last = open.attempts.at(-1);
  if (last === undefined) return false;
  return height === undefined || last.lastValidBlockHeight >= height;
}

interface Tries {
  readonly signed: OpenPayment | undefined;
  readonly signingAt: number;
  readonly nowMs: number;
}

function nextTryOf(why: WaitReason, { signed, signingAt, nowMs }: Tries): Date | null {
  const last = signed?.attempts.at(-1);
  if (why === "pausing") return new Date(signingAt);
  if (why !== "confirming" || last === undefined) return null;
  return new Date(nextSendAt(last, nowMs));
}

/**
 * For each unsigned payment from the hot wallets, in the worker's order, whether one of them can pay it (rule
 * MONEY-26); null when that is unknown.
 */
async function readAffordable(
  { chain, vault, bidFor }: Pick<SendPorts, "chain" | "vault" | "bidFor">,
  open: readonly OpenPayment[],
): Promise<ReadonlyMap<string, boolean> | null> {
  const fromHot = open.filter(({ payment }) => payment.source === "hot");
  const unsigned = fromHot.filter(({ attempts }) => attempts.length === 0);
  const addresses = unsigned.length === 0 ? [] : await vault.addresses("hot");
  if (addresses.length === 0) return null;
  const spendable = new Map<string, bigint>();
  for (const address of addresses) {
    const balance = await orUnavailable(chain.balance(address));
    if (balance === null) return null;
    spendable.set(address, balance - RENT_EXEMPT_MINIMUM);
  }
  const spend = (address: string, cost: bigint) =>
    void spendable.set(address, (spendable.get(address) ?? 0n) - cost);
  for (const one of fromHot) {
    const signer = lastSignerOf(one);
    if (signer !== null) spend(signer, signedCostOf(one));
  }
  const affordable = new Map<string, boolean>();
  for (const one of unsigned) {
    const { id, sourceAddress } = one.payment;
    affordable.set(id, false);
    for (const address of sourceAddress === null ? addresses : [sourceAddress]) {
      const bid = await bidOf(bidFor, one, address);
      const cost = costOf(one, bid);
      if (cost + keptForAnchors(one.payment, bid) > (spendable.get(address) ?? 0n)) continue;
      spend(address, cost);
      affordable.set(id, true);
      break;
    }
  }
  return affordable;
}
