import type { Feature } from "../feature.ts";
import { type OwnLimitPorts, ownLimitHandlers } from "./handlers.ts";

/** What players limit for themselves. */
export const openOwnLimits = (ports: OwnLimitPorts) =>
  ({ handlers: ownLimitHandlers(ports) }) satisfies Feature;
