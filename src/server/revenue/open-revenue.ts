import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";

/** What the house earned. */
export const openRevenue = () =>
  ({
    handlers: {
      getRevenue: notBuilt,
    },
  }) satisfies Feature;
