import { and, asc, eq, sql } from "drizzle-orm";
import { RENT_EXEMPT_MINIMUM } from "../../../domain/wallet-funds.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import { isOpen } from "../../foundation/books/payments.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { type Queryable, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { readFeePolicy } from "../../foundation/settings/stored-settings.ts";
import { anchorsAt } from "./affordable-payments.ts";
import { requestSweep, type SweepPorts } from "./sweep.ts";

/**
 * Chooses the hot wallet that is to lock the bets of the race that the transaction creates: of the active ones that can
 * pay for its memo, the one that holds most according to the books; null while none can (rule FAIR-15). Until the
 * transaction ends it is neither swept nor retired.
 */
export async function chooseLockWallet(tx: Tx): Promise<string | null> {
  const isHot = and(eq(houseWallets.kind, "hot"), eq(houseWallets.isActive, true));
  await tx.select().from(houseWallets).where(isHot).orderBy(asc(houseWallets.address)).for("update");
  return readLockWallet(tx);
}

/** What the memo may cost at most, even if it is signed again, is left when what must come out of the wallet has left it. */
async function readLockWallet(q: Queryable): Promise<string | null> {
  const { cap } = await readFeePolicy(q);
  const needed = RENT_EXEMPT_MINIMUM + anchorsAt(cap);
  const [chosen] = await rowsOf<{ address: string }>(
    q,
    sql`select address
          from (select address, created_at,
                       coalesce(-balance, 0) - coalesce((select sum(lamports) from payments
                          where ${isOpen} and source = 'hot' and source_address = wallet.address), 0) as remaining
                  from house_wallets as wallet left join ledger_accounts on account = 'chain:hot:' || address
                 where kind = 'hot' and is_active) as hot
         where remaining >= ${needed.toString()}::bigint
         order by remaining desc, created_at, address limit 1`,
  );
  return chosen?.address ?? null;
}

/** Has the incoming stakes moved to the hot wallet if none can pay for a lock memo: nothing else may have to be paid. */
export async function fillLockWallet(ports: SweepPorts): Promise<void> {
  const { db, vault } = ports;
  if (!vault.isUnlocked() || (await readLockWallet(db)) !== null || (await readHaltReason(db)) !== null)
    return;
  const isSweep = and(eq(payments.kind, "sweep"), isOpen);
  const [underWay] = await db.select({ id: payments.id }).from(payments).where(isSweep).limit(1);
  if (underWay === undefined) await orUnavailable(requestSweep(ports));
}
