import { type Lamports, lamports } from "../../domain/lamports.ts";
import type { HouseWalletKind } from "../../domain/ledger.ts";
import type { HouseKeys } from "../house-keys.ts";
import type { Chain } from "../ports.ts";
import type { ClassifiedPayment } from "./classify-payments.ts";
import type { OpenPayment } from "./open-payments.ts";

/** What an account must hold to exist at all; a wallet keeps at least this (rule MONEY-10). */
export const RENT_EXEMPT_MINIMUM = lamports(890_880n);

/** Set aside for the network fee of one payment: one signature, no priority. */
export const FEE_RESERVE = lamports(5_000n);

interface Ports {
  readonly chain: Pick<Chain, "balance">;
  readonly vault: Pick<HouseKeys, "address">;
}

export interface Affordable {
  readonly open: OpenPayment;
  /** Address of the house wallet that signs. */
  readonly source: string;
}

/**
 * The payments that their house wallets can pay for now, in the order given, after what is already on its way;
 * and how much the hot wallet lacks for the rest.
 */
export async function chooseAffordablePayments(
  ports: Ports,
  payments: readonly OpenPayment[],
  inFlight: readonly ClassifiedPayment[],
): Promise<{ readonly affordable: readonly Affordable[]; readonly missingInHot: Lamports }> {
  const affordable: Affordable[] = [];
  let missing = 0n;
  for (const kind of new Set(payments.map(({ payment }) => payment.source))) {
    const source = await ports.vault.address(kind);
    if (!source) continue;
    let left = await readSpendable(ports, { kind, address: source }, inFlight);
    for (const open of payments.filter(({ payment }) => payment.source === kind)) {
      const cost = open.payment.lamports + FEE_RESERVE;
      if (cost <= left) {
        left -= cost;
        affordable.push({ open, source });
      } else if (kind === "hot") missing += cost;
    }
  }
  return { affordable, missingInHot: lamports(missing) };
}

/** What a house wallet may spend: confirmed holdings without the rent minimum and what may still leave it. */
async function readSpendable(
  { chain }: Ports,
  { kind, address }: { kind: HouseWalletKind; address: string },
  inFlight: readonly ClassifiedPayment[],
): Promise<bigint> {
  const held = await chain.balance(address, "confirmed");
  return held - RENT_EXEMPT_MINIMUM - lamportsLeaving(kind, inFlight);
}

/** What may still leave a wallet; payments that are confirmed have left its confirmed balance already. */
const lamportsLeaving = (kind: HouseWalletKind, inFlight: readonly ClassifiedPayment[]): bigint =>
  inFlight
    .filter(
      ({ open, state }) => open.payment.source === kind && !(state.type === "landed" && state.isConfirmed),
    )
    .reduce((total, { open }) => total + open.payment.lamports + FEE_RESERVE, 0n);
