import { featureDocs } from "../openapi/docs.ts";

export const healthDocs = featureDocs({
  description: "Health checks for a supervisor.",
  operations: {
    getLiveness: { description: "Checks nothing but the process itself." },
    getReadiness: {
      description: "For a load balancer: an instance that is not ready gets no calls.",
      refuses: ["NOT_READY"],
    },
  },
  fields: {
    dependencies: "What the server depends on.",
    house:
      "Whether this instance can sign payments; on a locked one they wait until an admin unlocks the house wallets.",
    ready: "Whether it answers.",
  },
});
