import { and, eq, lt, notExists, sql, type SQL } from "drizzle-orm";
import type { Network } from "../../../domain/networks.ts";
import { payments } from "../db/schema/payments.ts";
import { seedChains } from "../db/schema/races.ts";

/**
 * The network's chains with seeds left, of which the oldest is used. A chain is abandoned when its anchor was cancelled:
 * the network changed before it was signed, and nobody saw the chain's end there; and when a log of the network lost
 * entries.
 */
export const isUsableSeedChain = (network: Network): SQL | undefined =>
  and(
    eq(seedChains.network, network),
    eq(seedChains.isAbandoned, false),
    lt(seedChains.consumed, seedChains.length),
    notExists(
      sql`(select from ${payments} where ${payments.id} = ${seedChains.anchorPaymentId} and ${payments.status} = 'cancelled')`,
    ),
  );
