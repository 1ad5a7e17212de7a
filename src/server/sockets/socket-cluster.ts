import type { Redis } from "ioredis";
import type { ServerOptions } from "socket.io";

/** Carries socket events between several instances. */
export interface SocketCluster {
  readonly adapter: NonNullable<ServerOptions["adapter"]>;
  /** For shared counts of calls and events; null without Redis. */
  readonly redis: Redis | null;
  readonly close: () => Promise<void>;
}
