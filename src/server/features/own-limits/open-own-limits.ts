import type { Feature } from "../../foundation/feature.ts";
import { type OwnLimitPorts, ownLimitHandlers } from "./handlers.ts";

/** The limits that players set for themselves. */
export const openOwnLimits = (ports: OwnLimitPorts) =>
  ({ handlers: ownLimitHandlers(ports) }) satisfies Feature;
