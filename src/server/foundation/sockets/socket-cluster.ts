import type { ServerOptions } from "socket.io";

/** Carries socket events between several instances. */
export interface SocketCluster {
  readonly adapter: NonNullable<ServerOptions["adapter"]>;
  readonly close: () => Promise<void>;
}
