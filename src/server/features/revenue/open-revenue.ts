import type { Feature } from "../../foundation/feature.ts";
import { type CheckPorts, totalsChecker } from "./check-totals.ts";
import { readRevenue } from "./read-revenue.ts";
import { readSeries } from "./read-series.ts";

const CHECK_EVERY_MS = 3_600_000;

/** What the house earned. */
export const openRevenue = (ports: CheckPorts) =>
  ({
    handlers: {
      getRevenue: ({ query: { from, to } }) => readRevenue(ports, { from, to }),
      getRevenueSeries: ({ query: { by = "day", from, to } }) => readSeries(ports, { by, from, to }),
    },
    jobs: [
      {
        name: "revenue totals",
        runsOn: "leader",
        everyMs: CHECK_EVERY_MS,
        begin: () => totalsChecker(ports),
      },
    ],
  }) satisfies Feature;
