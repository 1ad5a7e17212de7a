import type { FastifyInstance } from "fastify";
import { timingSafeEqual } from "node:crypto";
import { refuse } from "../../domain/result.ts";
import type { Metrics } from "../metrics.ts";
import { sendRefusal } from "./calls.ts";
import { isLoopback } from "./client-address.ts";

const same = (given: string, wanted: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** /metrics: for this machine, or with `Authorization: Bearer <METRICS_TOKEN>`. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.get("/metrics", async (request, reply) => {
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
    const allowed = token !== null && given !== undefined ? same(given, token) : isLoopback(request.raw);
    if (!allowed) return sendRefusal(reply, refuse("NOT_FOUND"));
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
