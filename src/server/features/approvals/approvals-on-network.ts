import { and, gt, sql } from "drizzle-orm";
import { approvals } from "../../foundation/db/schema/approvals.ts";
import { countedObstacle, type NetworkPart } from "../../foundation/network-part.ts";
import type { Clock } from "../../foundation/ports.ts";

/** A request made on one network is not carried out on another (rule LIMITS-14). */
export const approvalsOnNetwork = ({ clock }: { readonly clock: Clock }): NetworkPart => ({
  async findObstacles(tx) {
    const [waiting] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(approvals)
      .where(and(sql`${approvals.status} = 'waiting'`, gt(approvals.expiresAt, new Date(clock.now()))));
    return countedObstacle(
      waiting?.count ?? 0,
      "request waits for another admin",
      "requests wait for another admin",
    );
  },
});
