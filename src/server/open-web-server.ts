import type { FastifyInstance } from "fastify";
import type { Redis } from "ioredis";
import { openMetrics } from "./adapters/metrics.ts";
import type { Config } from "./foundation/config.ts";
import type { Db } from "./foundation/db/database.ts";
import type { Feed } from "./foundation/http/feeds.ts";
import type { Handlers } from "./foundation/http/handler.ts";
import { localLimits, publicLimits } from "./foundation/http/limits.ts";
import { moderationLimit } from "./foundation/http/moderation-limit.ts";
import { openHttp } from "./foundation/http/server.ts";
import type { StoredFiles } from "./foundation/http/stored-files.ts";
import type { Sessions } from "./foundation/http/sessions.ts";
import type { Logger } from "./foundation/log.ts";
import type { Counts, Gauge, LabelledGauge } from "./foundation/metrics.ts";
import type { Broadcast, Clock } from "./foundation/ports.ts";
import type { PageSettings } from "./foundation/site/pages.ts";
import type { Previews } from "./foundation/site/previews.ts";
import type { SocketCluster } from "./foundation/sockets/socket-cluster.ts";
import type { SocketHandlers } from "./foundation/sockets/socket-handler.ts";
import { localSocketLimits, publicSocketLimits } from "./foundation/sockets/socket-limits.ts";
import { openSockets } from "./foundation/sockets/sockets.ts";

interface Options {
  readonly config: Config;
  readonly db: Db;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly isLocal: boolean;
  /** Null for a single instance. */
  readonly cluster: SocketCluster | null;
  /** Null where each instance counts limits by itself. */
  readonly redis: Redis | null;
  /** Folder of the built web app. */
  readonly webRoot: string;
  readonly version: string;
}

interface Served {
  readonly handlers: Handlers;
  readonly socketHandlers: SocketHandlers;
  readonly gauges: readonly (Gauge | LabelledGauge)[];
  readonly counts: readonly Counts[];
  readonly files: readonly StoredFiles[];
  readonly feeds: readonly Feed[];
  readonly pageSettings: () => Promise<PageSettings>;
  readonly previews: Previews;
  /** Adds further routes, such as those of the embedded chain. */
  readonly mount?: (app: FastifyInstance) => void;
}

interface WebServer {
  readonly broadcast: Broadcast;
  /** Call every second; see sockets.ts. */
  readonly recheckSockets: () => Promise<void>;
  /** Call twice a second; see sockets.ts. */
  readonly notifyOnline: () => void;
  /** Listens for calls, pages and sockets; resolves with the URL at which this machine can reach it. */
  readonly serve: (served: Served) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** HTTP and sockets on one port. Broadcasts go out from the start; calls are accepted once it serves. */
export function openWebServer(options: Options): WebServer {
  const { config, isLocal, redis } = options;
  const metrics = openMetrics();
  const limits = isLocal ? localSocketLimits : publicSocketLimits;
  const moderation = moderationLimit(redis);
  const sockets = openSockets({ ...options, metrics, limits, moderation });
  const closers = [sockets.close];
  return {
    broadcast: sockets.broadcast,
    recheckSockets: sockets.recheck,
    notifyOnline: sockets.notifyOnline,
    async serve({ gauges, counts, socketHandlers, ...served }) {
      for (const gauge of gauges) metrics.addGauge(gauge);
      for (const one of counts) metrics.addCounts(one);
      const http = await openHttp({
        ...options,
        ...served,
        metrics,
        limits: isLocal ? localLimits : publicLimits,
        moderation,
      });
      closers.unshift(http.close);
      sockets.attach(http.app.server, socketHandlers);
      const port = await http.listen(config);
      return `http://${config.host === "0.0.0.0" ? "127.0.0.1" : config.host}:${port}`;
    },
    async close() {
      for (const close of closers) await close();
    },
  };
}
