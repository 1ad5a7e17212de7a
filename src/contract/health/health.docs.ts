import { featureDocs } from "../openapi/docs.ts";

export const healthDocs = featureDocs({
  description: "Health checks for a supervisor.",
  operations: {
    getLiveness:
      "For whatever starts, stops and balances servers: checks nothing but this process, so that what all servers share takes none of them away.",
    getReadiness:
      "For people and alerts: what an instance depends on. Its answer is up to two seconds old. `redis` may be away: limits are then counted by each instance alone.",
  },
  fields: {
    dependencies: "What the server depends on.",
    house:
      "Whether this instance can sign payments; on a locked one they wait until an admin unlocks the house wallets.",
    ready: "Whether it answers.",
  },
});
