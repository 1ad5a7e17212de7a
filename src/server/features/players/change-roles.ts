import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { HouseRequest } from "../../../contract/approvals/approvals.ts";
import { ZERO } from "../../../domain/lamports.ts";
import { ok, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { admins } from "../../foundation/db/schema/admins.ts";
import { users } from "../../foundation/db/schema/players.ts";
import type { HouseAction } from "../../foundation/house-actions.ts";
import { lockPlayer } from "./lock-player.ts";

interface Ports {
  /** The admins from the environment, who are admins whatever the database says. */
  readonly adminWallets: readonly string[];
  readonly isLocal: boolean;
}

type RolesRefusal = "USER_NOT_FOUND" | "ADMIN_FIXED" | "ADMIN_REMOVAL_RESERVED" | "LAST_ADMIN";

/**
 * Sets a wallet's flags; omitted ones stay as they are (rules USERS-6 and ACCESS-6). Another admin has to approve an
 * appointment (rule IDENTITY-5); only an admin of the environment removes one, or, in local mode, any admin.
 * Its result is whether it made a difference (rule EFFECT-1).
 */
export const changeRolesAction = ({
  adminWallets,
  isLocal,
}: Ports): HouseAction<"roles", boolean, RolesRefusal> => ({
  kind: "roles",

  async check(tx, request, { by }) {
    const { walletAddress: wallet, isAdmin, isStreamer, isPartner } = request;
    const { player, appointed, before, after } = await lockRoles(tx, request, adminWallets);
    // Without a profile a wallet can be an admin, but none of what a profile holds (rule ACCESS-3).
    const isOfProfile = isAdmin === undefined || isStreamer !== undefined || isPartner !== undefined;
    if (player === null && isOfProfile) return refuse("USER_NOT_FOUND");
    if (before.isAdmin && !after.isAdmin) {
      if (adminWallets.includes(wallet)) return refuse("ADMIN_FIXED", { field: "isAdmin" });
      if (!isLocal && !adminWallets.includes(by))
        return refuse("ADMIN_REMOVAL_RESERVED", { field: "isAdmin" });
      if (adminWallets.length === 0 && appointed.length === 1)
        return refuse("LAST_ADMIN", { field: "isAdmin" });
    }
    return ok(after.isAdmin && !before.isAdmin ? { amount: ZERO, cause: "appointment" } : null);
  },

  async perform(tx, request, { at, by, approvedBy, reason }) {
    const { walletAddress: wallet } = request;
    const { before, after } = await lockRoles(tx, request, adminWallets);
    if (isDeepStrictEqual(before, after)) return { done: false };
    if (before.isAdmin && !after.isAdmin) await tx.delete(admins).where(eq(admins.wallet, wallet));
    if (!before.isAdmin && after.isAdmin)
      await tx.insert(admins).values({ wallet, appointedBy: by, appointedAt: at });
    const { isStreamer, isPartner } = after;
    await tx.update(users).set({ isStreamer, isPartner }).where(eq(users.wallet, wallet));
    const detail = { approvedBy };
    const action = "player.roles";
    await writeAudit(tx, { at, actor: by, action, subject: wallet, before, after, detail, reason });
    return { done: true };
  },
});

/** A wallet's flags before and after a change. Locks all admins: two who remove each other must not both succeed. */
async function lockRoles(
  tx: Tx,
  { walletAddress: wallet, isStreamer, isPartner, isAdmin }: HouseRequest<"roles">,
  adminWallets: readonly string[],
) {
  const player = await lockPlayer(tx, wallet);
  const appointed = (await tx.select().from(admins).for("update")).map((admin) => admin.wallet);
  const before = {
    isStreamer: player?.isStreamer ?? false,
    isPartner: player?.isPartner ?? false,
    isAdmin: adminWallets.includes(wallet) || appointed.includes(wallet),
  };
  const after = {
    isStreamer: isStreamer ?? before.isStreamer,
    isPartner: isPartner ?? before.isPartner,
    isAdmin: isAdmin ?? before.isAdmin,
  };
  return { player, appointed, before, after };
}
