import { type Lamports, lamports, ZERO } from "../../../domain/lamports.ts";
import type { HouseWalletKind } from "../../../domain/ledger.ts";
import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../../../domain/wallet-funds.ts";
import type { BidFor } from "../../foundation/chain/fee-bidder.ts";
import { type PriorityBid, priorityFee } from "../../foundation/chain/priority-fee.ts";
import { inChunks } from "../../foundation/db/in-chunks.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import type { Chain } from "../../foundation/ports.ts";
import { attemptFacts } from "./attempt-facts.ts";
import type { ClassifiedPayment } from "./classify-payments.ts";
import type { OpenPayment } from "./open-payments.ts";

const ANCHORS_PAID_FOR = 4n;

/**
 * What a payment leaves in its wallet for anchors: a race that takes bets will need its lock memo, paid from the hot
 * wallet that its `commit` entry names (rule FAIR-15). Anchors bid like the payment, and twice as much when signed again.
 */
export const keptForAnchors = ({ source, kind }: OpenPayment["payment"], bid: PriorityBid | null): Lamports =>
  source === "hot" && kind !== "anchor" && kind !== "sweep" ? reserveForAnchors(bid) : ZERO;

/** Cost of a few anchors, even if they are signed again while blocks get more expensive. */
export const reserveForAnchors = (bid: PriorityBid | null): Lamports => anchorsAt(2n * priorityFee(bid));

/** Cost of as many anchors with that priority fee each, in lamports. */
export const anchorsAt = (fee: bigint): Lamports => lamports(ANCHORS_PAID_FOR * (SIGNATURE_FEE + fee));

/** Lamports that a payment takes from its wallet, its network fee included. */
export const costOf = ({ payment }: OpenPayment, bid: PriorityBid | null): Lamports =>
  lamports(payment.lamports + SIGNATURE_FEE + priorityFee(bid));

/** What a payment bids if that wallet signs it now (rule MONEY-34). */
export const bidOf = (bidFor: BidFor, { payment, attempts }: OpenPayment, source: string) => {
  const { destination, lamports: amount, memo } = payment;
  const transfer = destination === null ? null : { destination, lamports: amount };
  return bidFor({ source, houseWallet: source, transfer, memo, signings: attempts.length });
};

interface Ports {
  readonly chain: Pick<Chain, "balance" | "fundedBy">;
  readonly vault: Pick<HouseKeys, "addresses">;
  readonly bidFor: BidFor;
  /** On the embedded chain, whose one node is never behind another. */
  readonly isLocal: boolean;
}

export interface Affordable {
  readonly open: OpenPayment;
  /** Address of the house wallet that signs. */
  readonly source: string;
  /** A slot by which the wallet held money; null on the embedded chain. */
  readonly fundedBy: bigint | null;
  readonly bid: PriorityBid | null;
}

interface Payer {
  /** Lamports not reserved yet. */
  left: bigint;
  readonly fundedBy: bigint | null;
}

/**
 * The payments that their house wallets can pay for now, in the given order, after reserving what is already on its
 * way; and how much the hot wallets lack for the rest. A payment that names no wallet is paid by the first active one
 * of its kind that covers it (rule MONEY-26).
 */
export async function chooseAffordablePayments(
  ports: Ports,
  payments: readonly OpenPayment[],
  inFlight: readonly ClassifiedPayment[],
): Promise<{ readonly affordable: readonly Affordable[]; readonly missingInHot: Lamports }> {
  const affordable: Affordable[] = [];
  let missing = 0n;
  const active = new Map<HouseWalletKind, readonly string[]>();
  const payers = new Map<string, Payer>();
  const choose = async (open: OpenPayment) => {
    const { source: kind, sourceAddress } = open.payment;
    const ofKind = active.get(kind) ?? (await ports.vault.addresses(kind));
    active.set(kind, ofKind);
    const wallets = sourceAddress === null ? ofKind : [sourceAddress];
    let lacking = 0n;
    let isPaid = false;
    for (const address of wallets) {
      const payer = payers.get(address) ?? (await readPayer(ports, address, inFlight));
      payers.set(address, payer);
      // No need to ask for a bid if the wallet could not pay even without one.
      lacking = costOf(open, null) + keptForAnchors(open.payment, null);
      if (lacking > payer.left) continue;
      const bid = await bidOf(ports.bidFor, open, address);
      const cost = costOf(open, bid);
      lacking = cost + keptForAnchors(open.payment, bid);
      if (lacking > payer.left) continue;
      payer.left -= cost;
      affordable.push({ open, source: address, fundedBy: payer.fundedBy, bid });
      isPaid = true;
      break;
    }
    if (!isPaid && kind === "hot" && wallets.length > 0) missing += lacking;
  };
  // Attempts signed before this process started are decoded now, yielding to the event loop in between.
  await inChunks(inFlight, (chunk) => chunk.forEach(({ open }) => lastSignerOf(open)));
  await inChunks(payments, async (chunk) => {
    for (const open of chunk) await choose(open);
  });
  return { affordable, missingInHot: lamports(missing) };
}

/**
 * What a house wallet may spend: its holdings minus the rent minimum and minus what may still leave it. Nothing before
 * it was funded: its history has to show something older than what it signs, otherwise nobody could prove that this did
 * not land (rule MONEY-11).
 */
async function readPayer(
  { chain, isLocal }: Ports,
  address: string,
  inFlight: readonly ClassifiedPayment[],
): Promise<Payer> {
  const fundedBy = isLocal ? null : await chain.fundedBy(address);
  if (!isLocal && fundedBy === null) return { left: 0n, fundedBy };
  const balance = await chain.balance(address);
  return { left: balance - RENT_EXEMPT_MINIMUM - lamportsLeaving(address, inFlight), fundedBy };
}

/** What may still leave a wallet; payments that landed have left its balance. */
const lamportsLeaving = (address: string, inFlight: readonly ClassifiedPayment[]): bigint =>
  inFlight
    .filter(({ open }) => lastSignerOf(open) === address)
    .reduce((total, { open }) => total + signedCostOf(open), 0n);

/** What a payment takes from its wallet if its latest attempt lands. */
export const signedCostOf = ({ payment, attempts }: OpenPayment): Lamports => {
  const last = attempts.at(-1);
  return lamports(payment.lamports + (last === undefined ? SIGNATURE_FEE : attemptFacts(last).networkFee));
};

/** The signer of the attempt that may still land: another is signed only when the earlier ones can no longer land. */
export function lastSignerOf({ attempts }: OpenPayment): string | null {
  const last = attempts.at(-1);
  return last === undefined ? null : attemptFacts(last).signer;
}
