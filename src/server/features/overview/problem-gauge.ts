import { problemCodes } from "../../../contract/overview/overview.ts";
import type { LabelledGauge } from "../../foundation/metrics.ts";
import { type OverviewPorts, readOverview } from "./read-overview.ts";

/**
 * The problems on the panel's first page, for the operator who is not looking at it (rule OPERATE-2).
 */
export const problemGauge = (ports: OverviewPorts): LabelledGauge => ({
  name: "furlong_problem",
  help: "1 while the overview of the panel tells this problem",
  label: "code",
  async read() {
    const { problems } = await readOverview(ports);
    const found = new Set<string>(problems.map(({ code }) => code));
    return new Map(problemCodes.map((code) => [code, found.has(code) ? 1 : 0]));
  },
});
