import { ok, refuse } from "../../domain/result.ts";
import type { Feature } from "../feature.ts";
import type { Clock } from "../ports.ts";
import { readiness, type ReadinessChecks } from "./readiness.ts";

interface Ports {
  readonly clock: Clock;
  readonly checks: ReadinessChecks;
  readonly isHouseUnlocked: () => boolean;
}

/** Endpoints for supervisors. */
export const openHealth = ({ clock, checks, isHouseUnlocked }: Ports) =>
  ({
    handlers: {
      getLiveness: async () => ok({}),

      async getReadiness() {
        const dependencies = await readiness(checks, clock);
        const missing = dependencies.filter(({ ready }) => !ready).map(({ name }) => name);
        if (missing.length === 0) {
          return ok({ dependencies, house: isHouseUnlocked() ? ("unlocked" as const) : ("locked" as const) });
        }
        return refuse("NOT_READY", { message: `The service is not ready: ${missing.join(", ")}` });
      },
    },
  }) satisfies Feature;
