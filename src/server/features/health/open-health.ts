import { ok, refuse } from "../../../domain/result.ts";
import type { Feature } from "../../foundation/feature.ts";
import type { Clock } from "../../foundation/ports.ts";
import { openReadiness, type ReadinessChecks } from "./readiness.ts";

interface Ports {
  readonly clock: Clock;
  readonly checks: ReadinessChecks;
  /** Null without Redis, which is reported and not needed (rule OPERATE-10). */
  readonly isRedisSilent: (() => boolean) | null;
  readonly isHouseUnlocked: () => boolean;
}

/**
 * Endpoints for supervisors: liveness for what starts, stops and balances servers, readiness for people (rule
 * OPERATE-12).
 */
export function openHealth({ clock, checks, isRedisSilent, isHouseUnlocked }: Ports) {
  const readDependencies = openReadiness(checks, clock);
  return {
    handlers: {
      getLiveness: async () => ok({}),

      async getReadiness() {
        const dependencies = await readDependencies();
        const missing = dependencies.flatMap(({ name, problem }) => (problem ? [`${name} ${problem}`] : []));
        if (missing.length > 0) {
          return refuse("NOT_READY", { message: `The service is not ready: ${missing.join(", ")}` });
        }
        const redis = isRedisSilent === null ? [] : [{ name: "redis", ready: !isRedisSilent() }];
        return ok({
          dependencies: [...dependencies.map(({ name }) => ({ name, ready: true })), ...redis],
          house: isHouseUnlocked() ? ("unlocked" as const) : ("locked" as const),
        });
      },
    },
  } satisfies Feature;
}
