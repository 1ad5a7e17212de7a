import type { FastifyInstance } from "fastify";
import { timingSafeEqual } from "node:crypto";
import { refuse } from "../../../domain/result.ts";
import type { Metrics } from "../metrics.ts";
import { sendRefusal } from "./calls.ts";
import { isLoopback } from "./client-address.ts";

const isSameToken = (given: string, expected: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

interface MetricsAccess {
  /** In local mode only this machine may read them, without a token. */
  readonly isLocal: boolean;
  /** Null: nobody may read them. */
  readonly token: string | null;
}

/**
 * /metrics: with `Authorization: Bearer <METRICS_TOKEN>` (rule LIMITS-12). Outside local mode an address of this
 * machine proves nothing: a proxy may run here and forward requests without a header that shows it.
 */
export function registerMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  { isLocal, token }: MetricsAccess,
): void {
  app.get("/metrics", async (request, reply) => {
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
    const hasToken = token !== null && given !== undefined && isSameToken(given, token);
    if (!(isLocal ? isLoopback(request.raw) : hasToken)) return sendRefusal(reply, refuse("NOT_FOUND"));
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
