import { readHaltReason } from "../books/payment-halt.ts";
import { type WaitReason, waitReasonOf } from "../books/wait-reason.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { leaseHolder } from "../db/lease.ts";
import { ENGINE_LEASE } from "../leadership.ts";
import { FEE_RESERVE, keptForAnchors, lastSignerOf, RENT_EXEMPT_MINIMUM } from "./affordable-payments.ts";
import { type OpenPayment, type PaymentRow, readHeldByBets, readOpenPayments } from "./open-payments.ts";
import type { SendPorts } from "./send-payments.ts";

const openStates: readonly PaymentRow["status"][] = ["pending", "sent", "unknown"];

/** Why each of these payments waits, by id; those at their end are left out (rule PAYOUTS-3). */
export async function explainWaiting(
  ports: Pick<SendPorts, "db" | "chain" | "vault">,
  rows: readonly PaymentRow[],
): Promise<ReadonlyMap<string, WaitReason>> {
  const waiting = rows.filter(({ status }) => openStates.includes(status));
  if (waiting.length === 0) return new Map();
  const { db, chain, vault } = ports;
  const ids = waiting.map(({ id }) => id);
  const open = await readOpenPayments(db);
  const signed = new Set(open.filter(({ attempts }) => attempts.length > 0).map(({ payment }) => payment.id));
  const heldByBets = await readHeldByBets(db, ids);
  const affordable = await readAffordable(ports, open);
  const now = {
    isHalted: (await readHaltReason(db)) !== null,
    isLocked: !vault.isUnlocked(),
    hasLeader: (await leaseHolder(db, ENGINE_LEASE.name)) !== null,
    isChainSilent: (await orUnavailable(chain.slot("confirmed"))) === null,
  };
  return new Map(
    waiting.map(({ id, kind, status, source }) => {
      const stage = status === "unknown" ? "unknown" : signed.has(id) ? "sent" : "unsigned";
      const payment = { kind, stage, waitsForBets: heldByBets.has(id), isFromHot: source === "hot" } as const;
      // Those behind the ones that are looked at now wait for them, and not for money.
      const isHotWalletShort = affordable !== null && affordable.get(id) === false;
      return [id, waitReasonOf(payment, { ...now, isHotWalletShort })];
    }),
  );
}

/**
 * Of the payments out of the hot wallets that are not signed, in the worker's order, which one of them can pay (rule MONEY-26);
 * null when nobody knows.
 */
async function readAffordable(
  { chain, vault }: Pick<SendPorts, "chain" | "vault">,
  open: readonly OpenPayment[],
): Promise<ReadonlyMap<string, boolean> | null> {
  const fromHot = open.filter(({ payment }) => payment.source === "hot");
  const unsigned = fromHot.filter(({ attempts }) => attempts.length === 0);
  const addresses = unsigned.length === 0 ? [] : await vault.addresses("hot");
  if (addresses.length === 0) return null;
  const spendable = new Map<string, bigint>();
  for (const address of addresses) {
    const held = await orUnavailable(chain.balance(address, "confirmed"));
    if (held === null) return null;
    spendable.set(address, held - RENT_EXEMPT_MINIMUM);
  }
  const costOf = ({ payment }: OpenPayment) => payment.lamports + FEE_RESERVE;
  const spend = (address: string, cost: bigint) =>
    void spendable.set(address, (spendable.get(address) ?? 0n) - cost);
  for (const one of fromHot) {
    const signer = one.payment.confirmedAt === null ? lastSignerOf(one) : null;
    if (signer !== null) spend(signer, costOf(one));
  }
  return new Map(
    unsigned.map((one) => {
      const { sourceAddress } = one.payment;
      const wallets = sourceAddress === null ? addresses : [sourceAddress];
      const payer = wallets.find(
        (address) => costOf(one) + keptForAnchors(one.payment) <= (spendable.get(address) ?? 0n),
      );
      if (payer !== undefined) spend(payer, costOf(one));
      return [one.payment.id, payer !== undefined];
    }),
  );
}
