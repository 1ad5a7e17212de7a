import type { NetworkPart } from "../network-part.ts";
import { readOpenLog } from "./read-log.ts";

/**
 * A log that nobody has compared since its database was restored, or another Postgres took over, would end as one that lost
 * entries (rule LOG-12).
 */
export const logOnNetwork: NetworkPart = {
  async findObstacles(tx) {
    const open = await readOpenLog(tx);
    const isCompared = open === null || open.restoredAt === null;
    return isCompared ? [] : ["the public log is still to be compared with the chain"];
  },
};
