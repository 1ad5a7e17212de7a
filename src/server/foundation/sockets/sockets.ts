import type { Redis } from "ioredis";
import type { Server as NodeServer } from "node:http";
import { Server, type Socket } from "socket.io";
import { type RefusalCode, refusals } from "../../../contract/wire/refusals.ts";
import { clientEvents, type ClientEventName } from "../../../contract/wire/socket-events.ts";
import { CHANGES_QUERY } from "../../../contract/races/race-change.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Sessions } from "../http/sessions.ts";
import type { UseLimit } from "../http/use-limit.ts";
import type { Broadcast, Clock } from "../ports.ts";
import { socketBroadcast } from "./broadcast.ts";
import { cookiesFor, cookieValue } from "../http/cookies.ts";
import { comesFromElsewhere, siteFinder } from "../http/site.ts";
import type { SocketCluster } from "./socket-cluster.ts";
import { type Connection, openConnections } from "./socket-connections.ts";
import { onlineWallets } from "./online-wallets.ts";
import { handleEvent, eventCounter } from "./socket-event.ts";
import type { SocketHandlers } from "./socket-handler.ts";
import { addressCounter, type SocketLimits } from "./socket-limits.ts";

const OTHER_PROTOCOL =
  "This server speaks protocol 4 of Engine.IO, which Socket.IO has from its version 3 on";

export interface SocketPorts {
  readonly config: Pick<Config, "publicOrigin" | "trustedProxies">;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limits: SocketLimits;
  readonly moderation: UseLimit;
  /** Null when this is the only instance. */
  readonly cluster: SocketCluster | null;
  /** Counts events for all instances together; null counts in this process. */
  readonly redis: Redis | null;
}

export interface Sockets {
  readonly broadcast: Broadcast;
  /** Accepts connections on the HTTP server, which may listen already or later. */
  readonly attach: (server: NodeServer, handlers: SocketHandlers) => void;
  /**
   * Checks all open sockets, to be called every second (rule ACCESS-2): sockets with ended sessions or new bans are
   * cut, changed roles are sent, those banned from the chat leave it, and those that do not read are cut (rule
   * LIMITS-4).
   */
  readonly recheck: () => Promise<void>;
  /** Sends how many are online if that changed; call it twice a second. */
  readonly notifyOnline: () => void;
  /** Closes this instance's sockets. The cluster stays open; its opener closes it. */
  readonly close: () => Promise<void>;
}

/** Opens the socket side of the server. Broadcasting works immediately, before a server is attached. */
export function openSockets(ports: SocketPorts): Sockets {
  const { config, clock, log, limits, cluster } = ports;
  const addresses = addressCounter(config.trustedProxies, limits.socketsPerAddress);
  const countEvent = eventCounter(ports.redis);
  const io = openServer(ports, addresses.isFull);
  const online = onlineWallets({ io, clock, isClustered: cluster !== null });
  const connections = openConnections({ ...ports, online });
  const broadcast = socketBroadcast({ io, clock, log, isClustered: cluster !== null });

  const attach = (server: NodeServer, handlers: SocketHandlers) => {
    const { sessions, moderation } = ports;
    const eventPorts = { handlers, sessions, log, countEvent, moderation, online };
    // The HTTP server refuses other paths, with an answer.
    io.attach(server, { destroyUpgrade: false });
    io.engine.on("connection", (raw: Socket["conn"]) => {
      const { isAllowed, leave } = addresses.enter(raw.request);
      raw.once("close", leave);
      if (isAllowed) return connections.countPackets(raw);
      ports.metrics.countSocketCut("crowded");
      return raw.close(true);
    });
    io.use((socket, next) => {
      void (async () => next(await identify(ports, socket)))();
    });
    io.on("connection", (socket) => {
      const { tokens, caller } = socket.data as Pick<Connection, "tokens" | "caller">;
      connections.addConnection(socket, { tokens, caller });
      if (socket.handshake.query[CHANGES_QUERY.name] === CHANGES_QUERY.value) broadcast.followChanges(socket);
      for (const name of Object.keys(clientEvents) as ClientEventName[]) {
        socket.on(name, (...given: unknown[]) => {
          void handleEvent(eventPorts, { socket, tokens, name, given });
        });
      }
    });
  };

  return {
    broadcast,
    attach,
    recheck: connections.recheck,
    notifyOnline: () => online.round(),
    async close() {
      online.close();
      io.local.disconnectSockets(true);
      await io.of("/").adapter.close();
      // Undefined while no server is attached. Closing `io` itself would close the HTTP server too.
      const engine: Server["engine"] | undefined = io.engine;
      engine?.close();
    },
  };
}

function openServer(
  { config, cluster }: SocketPorts,
  isFull: (request: Socket["request"]) => boolean,
): Server {
  const siteOf = siteFinder(config.publicOrigin);
  return new Server({
    path: "/socket.io",
    serveClient: false,
    // Polling requires every request of a client to reach the same instance.
    transports: cluster === null ? ["websocket", "polling"] : ["websocket"],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
    // A page that loses its network without a close notices after 20 s.
    pingInterval: 10_000,
    pingTimeout: 10_000,
    ...(cluster === null ? {} : { adapter: cluster.adapter }),
    allowRequest(request, decide) {
      const url = request.url ?? "";
      // The engine itself would refuse it only after the WebSocket is open, with an HTTP response.
      if (!/[?&]EIO=4(&|$)/.test(url)) return decide(OTHER_PROTOCOL, false);
      const isNew = !/[?&]sid=/.test(url);
      const isCrowded = isNew && isFull(request);
      return decide(null, !isCrowded && !comesFromElsewhere(request, siteOf(request)));
    },
  });
}

/**
 * Identifies a new socket: the session cookie decides (rule IDENTITY-2), and a socket without a session is a visitor's.
 * An error refuses the socket: its handshake names a wallet other than the session's.
 */
async function identify({ config, sessions, log }: SocketPorts, socket: Socket): Promise<Error | undefined> {
  try {
    const { cookie } = socket.request.headers;
    const names = cookiesFor(config.publicOrigin);
    const session = cookieValue(cookie, names.session);
    const tokens = session === null ? null : { session, stepUp: cookieValue(cookie, names.stepUp) };
    const caller = tokens === null ? null : await sessions.state(tokens);
    Object.assign(socket.data, { tokens: caller === null ? null : tokens, caller });
    const claimed = socket.handshake.query["walletAddress"] ?? "";
    return caller === null || claimed === "" || claimed === caller.wallet
      ? undefined
      : refusedSocket("WRONG_WALLET");
  } catch (error) {
    log.error({ err: error }, "a socket could not be identified");
    return refusedSocket("UNAVAILABLE");
  }
}

/** Reaches the client as `connect_error` with the refusal as its data. */
const refusedSocket = (code: RefusalCode) =>
  Object.assign(new Error(refusals[code].text), { data: { code, message: refusals[code].text } });
