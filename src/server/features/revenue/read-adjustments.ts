import { desc, eq, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type SignedLamports, signedLamports } from "../../../domain/lamports.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { balanceAdjustments } from "../../foundation/db/schema/balance-adjustments.ts";
import { users } from "../../foundation/db/schema/players.ts";

type Revenue = Reply<Api["getRevenue"]>;

/** Changes of balances by admins. */
interface Adjustments {
  /** Newest first. */
  readonly recent: Revenue["recentAdjustments"];
  readonly byAdmin: Revenue["adminGifts"];
  /** Total number of adjustments. */
  readonly count: number;
  /** All increases minus the decreases. */
  readonly gifted: SignedLamports;
}

const SHOWN = 50;

/** What admins gave away, and who did (rules MONEY-24 and MONEY-25); it reads as many rows as admins ever wrote. */
export async function readAdjustments(q: Queryable): Promise<Adjustments> {
  const recent = await q
    .select({ adjustment: balanceAdjustments, username: users.username })
    .from(balanceAdjustments)
    .leftJoin(users, eq(users.wallet, balanceAdjustments.wallet))
    .orderBy(desc(balanceAdjustments.createdAt), desc(balanceAdjustments.id))
    .limit(SHOWN);
  const byAdmin = await rowsOf<{ admin: string; changes: bigint; total: bigint }>(
    q,
    sql`select admin_wallet as admin, count(*)::bigint as changes,
               sum(new_balance - previous_balance)::bigint as total
          from balance_adjustments group by 1 order by 3 desc, 1`,
  );
  return {
    recent: recent.map(({ adjustment, username }) => ({
      id: adjustment.id,
      created_at: adjustment.createdAt,
      username,
      user_wallet: adjustment.wallet,
      admin_wallet: adjustment.adminWallet,
      previous_balance: adjustment.previousBalance,
      new_balance: adjustment.newBalance,
      adjustment_amount: signedLamports(adjustment.newBalance - adjustment.previousBalance),
      reason: adjustment.reason,
    })),
    byAdmin: byAdmin.map(({ admin, changes, total }) => ({
      admin_wallet: admin,
      adjustment_count: Number(changes),
      total_amount: signedLamports(total),
    })),
    count: byAdmin.reduce((count, { changes }) => count + Number(changes), 0),
    gifted: signedLamports(byAdmin.reduce((sum, { total }) => sum + total, 0n)),
  };
}
