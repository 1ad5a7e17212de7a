import { eq } from "drizzle-orm";
import { ZERO } from "../../../domain/lamports.ts";
import { ok, refuse } from "../../../domain/result.ts";
import { REFERRERS_ALONE } from "../../../domain/second-admin.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { countHouseActs } from "../../foundation/books/house-acts.ts";
import { users } from "../../foundation/db/schema/players.ts";
import type { HouseAction } from "../../foundation/house-actions.ts";
import { findReferrer, findWallet } from "./find-referrer.ts";
import { lockPlayer } from "./lock-player.ts";

type ReferrerRefusal = "USER_NOT_FOUND" | "REFERRER_SELF" | "REFERRER_CIRCLE" | "REFERRER_UNKNOWN";

/**
 * Gives a player another referrer, who is paid from the next settled bet on, or none (rules USERS-4 and MONEY-13).
 * Commission already earned stays with the previous one. An admin who makes their own wallet a referrer, or changes the sixth
 * referrer in 24 hours, needs another admin (rule IDENTITY-5). Its result is whether it made a difference (rule
 * EFFECT-1).
 */
export const changeReferrerAction: HouseAction<"referrer", boolean, ReferrerRefusal> = {
  kind: "referrer",

  async check(tx, { walletAddress: wallet, referrer: code }, { by, at }) {
    const player = await lockPlayer(tx, wallet);
    if (player === null) return refuse("USER_NOT_FOUND");
    const found = code === null ? null : await findReferrer(tx, code, wallet);
    if (code !== null && found === null) {
      const isSelf = code.trim() === wallet || code.trim() === player.username;
      if (isSelf) return refuse("REFERRER_SELF", { field: "referrer" });
      const isKnown = (await findWallet(tx, code.trim())) !== null;
      return refuse(isKnown ? "REFERRER_CIRCLE" : "REFERRER_UNKNOWN", { field: "referrer" });
    }
    if (found === player.referrer) return ok(null);
    if (found === by) return ok({ amount: ZERO, cause: "own-wallet" });
    const changed = await countHouseActs(tx, { kind: "referrer", wallet: by, at });
    return ok({ amount: ZERO, cause: changed < REFERRERS_ALONE ? null : "referrers" });
  },

  async perform(tx, { walletAddress: wallet, referrer: code }, { at, by, approvedBy, reason }) {
    const player = await lockPlayer(tx, wallet);
    const referrer = code === null ? null : await findReferrer(tx, code, wallet);
    if (player === null || (code !== null && referrer === null))
      throw new Error(`the referrer of ${wallet} was checked and is gone`);
    if (referrer === player.referrer) return { done: false };
    await tx.update(users).set({ referrer }).where(eq(users.wallet, wallet));
    await writeAudit(tx, {
      at,
      actor: by,
      action: "player.referrer",
      subject: wallet,
      before: player.referrer,
      after: referrer,
      detail: { approvedBy },
      reason,
    });
    return { done: true };
  },
};
