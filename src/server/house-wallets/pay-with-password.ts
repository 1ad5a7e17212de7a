import { eq } from "drizzle-orm";
import type { Approval, ApprovalKind, HouseRequest } from "../../contract/approvals/approvals.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { ok, type Result } from "../../domain/result.ts";
import type { Db } from "../db/database.ts";
import { payments } from "../db/schema/payments.ts";
import type { HouseAction, PerformOrAsk } from "../house-actions.ts";
import type { HouseKeys } from "../house-keys.ts";
import { asHouseTransactions, type HouseTransaction } from "./list-transactions.ts";
import type { Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly vault: Pick<Vault, "openFor">;
  readonly performOrAsk: PerformOrAsk;
  readonly advancePayments: (ids: readonly string[], keys: HouseKeys) => Promise<void>;
}

interface Order<Kind extends ApprovalKind> {
  readonly masterPassword: string;
  readonly request: HouseRequest<Kind>;
  readonly reason: string;
  /** The admin's wallet. */
  readonly by: string;
}

export interface Paid {
  readonly transaction: HouseTransaction | null;
  readonly approval: Approval | null;
}

/**
 * Makes a house payment for an admin who knows the master password: signed at once, even while the vault is locked, or
 * waiting for another admin (rules HOUSE-4, HOUSE-6, IDENTITY-5 and APPROVALS-6). A payment that is approved later is
 * signed by the worker.
 */
export async function payWithPassword<const Kind extends ApprovalKind>(
  ports: Ports,
  action: HouseAction<Kind, string>,
  { masterPassword, request, reason, by }: Order<Kind>,
): Promise<Result<Paid, RefusalCode>> {
  const opened = await ports.vault.openFor(masterPassword);
  if (!opened.ok) return opened;
  const keys = opened.value;
  try {
    const outcome = await ports.performOrAsk(action, { request, by, reason });
    if (!outcome.ok) return outcome;
    const { done: id, approval } = outcome.value;
    if (id === null) return ok({ transaction: null, approval });
    await ports.advancePayments([id], keys);
    const rows = await ports.db.select().from(payments).where(eq(payments.id, id));
    const [transaction] = await asHouseTransactions(ports.db, rows);
    if (transaction === undefined) throw new Error(`${id} is missing after it was queued`);
    return ok({ transaction, approval: null });
  } finally {
    keys.close();
  }
}
