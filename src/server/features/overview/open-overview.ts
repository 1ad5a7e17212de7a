import { ok } from "../../../domain/result.ts";
import type { Feature } from "../../foundation/feature.ts";
import { problemGauge } from "./problem-gauge.ts";
import { type OverviewPorts, readOverview } from "./read-overview.ts";

/** The state of the game, for admins. */
export const openOverview = (ports: OverviewPorts) =>
  ({
    handlers: {
      getOverview: async () => ok(await readOverview(ports)),
    },
    gauges: [problemGauge(ports)],
  }) satisfies Feature;
