import { desc } from "drizzle-orm";
import { lamports } from "../../src/domain/lamports.ts";
import { performOrAsk } from "../../src/server/features/approvals/perform-or-ask.ts";
import { auditLog } from "../../src/server/foundation/db/schema/audit.ts";
import { houseHandlers } from "../../src/server/features/house-wallets/handlers.ts";
import { openPayouts } from "../../src/server/features/payouts/open-payouts.ts";
import { withdraw } from "../../src/server/features/payouts/withdraw.ts";
import { writeSetting } from "../../src/server/foundation/settings/stored-settings.ts";
import { approvalPorts } from "./approval-ports.ts";
import { cheapCost, masterPassword } from "./house.ts";
import { openPaying } from "./paying.ts";

/** A house that pays, and the calls by which an admin operates it. */
export async function openHousePanel() {
  const paying = await openPaying();
  const { house, credit, newWallet } = paying;
  const { db, clock } = house;
  const payouts = openPayouts(house);
  const admin = { wallet: "admin-wallet", isAdmin: true, isModerator: true, isSteppedUp: true };
  const approving = approvalPorts(admin.wallet, "second-admin");
  const panel = houseHandlers({
    ...house,
    advancePayments: payouts.advancePayments,
    reopenFailedMemos: payouts.reopenFailedMemos,
    queueSweeps: payouts.queueSweeps,
    queueRefill: payouts.queueRefill,
    performOrAsk: performOrAsk({ ...house, ...approving }),
    cost: cheapCost,
  });
  const call = <Body>(body: Body) => ({ params: {}, query: {}, body });
  const overview = async () => {
    const read = await panel.getHouseOverview();
    if (!read.ok) throw new Error("no overview");
    return read.value;
  };
  return {
    ...paying,
    admin,
    approving,
    panel,
    call,
    overview,
    balanceOf: async (kind: "deposit" | "hot" | "treasury") => {
      const found = (await overview()).balances.find(({ wallet_type }) => wallet_type === kind);
      if (!found) throw new Error(`no balance of the ${kind} wallet`);
      return found;
    },
    lastAudit: async () => {
      const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
      return row;
    },
    transfer: (playerWallet: string, amount: bigint, password = masterPassword) =>
      panel.transferManually(
        call({
          adminWallet: admin.wallet,
          masterPassword: password,
          playerWallet,
          amount: lamports(amount),
          reason: null,
        }),
        admin,
      ),
    queueWithdrawal: async (amount: bigint) => {
      const wallet = await newWallet();
      await credit(wallet, lamports(amount));
      const outcome = await withdraw(house, { wallet, amount: lamports(amount), isAdmin: false });
      if (!outcome.ok) throw new Error(outcome.code);
      await clock.advance(1);
      return outcome.value;
    },
    setSecondAdminAbove: (value: string) =>
      db.transaction((tx) =>
        writeSetting(tx, { key: "second_admin_above_sol", value, by: null, at: new Date(clock.now()) }),
      ),
  };
}
