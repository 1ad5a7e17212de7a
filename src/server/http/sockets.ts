import type { Server as NodeServer, IncomingMessage } from "node:http";
import { Server, type Socket } from "socket.io";
import { type RefusalCode, refusals } from "../../contract/refusals.ts";
import { clientEvents, encodeSocketEvent } from "../../contract/socket-events.ts";
import { PLAYERS_ROOM, socketBroadcast, walletRoom } from "./broadcast.ts";
import type { Metrics } from "../metrics.ts";
import type { SocketCluster } from "./socket-cluster.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import type { Sessions, Standing } from "../players/sessions.ts";
import type { Broadcast, Clock } from "../ports.ts";
import { clientAddress } from "./client-address.ts";
import { cookiesFor, cookieValue } from "./cookies.ts";
import { networkOf } from "./limits.ts";
import { comesFromElsewhere, siteFinder } from "./site.ts";
import { answerEvent, type EventPorts, eventRates } from "./socket-event.ts";
import type { SocketHandlers } from "./socket-handler.ts";

/** How much one client may connect and send (rule LIMITS-4). */
export interface SocketLimits {
  readonly socketsPerAddress: number;
  /** Packets of any kind. */
  readonly packetsPerTenSeconds: number;
  /** Packets that wait because the client does not read; beyond it is cut. */
  readonly unreadPackets: number;
}

export const publicSocketLimits: SocketLimits = {
  socketsPerAddress: 50,
  packetsPerTenSeconds: 100,
  unreadPackets: 256,
};

export const localSocketLimits: SocketLimits = { ...publicSocketLimits, socketsPerAddress: 1_000 };

export interface SocketPorts {
  readonly config: Pick<Config, "publicOrigin" | "trustedProxies">;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limits: SocketLimits;
  /** Null when this instance is alone. */
  readonly cluster: SocketCluster | null;
}

export interface Sockets {
  readonly broadcast: Broadcast;
  /** Takes connections on the HTTP server, which may listen already or later. */
  attach(server: NodeServer, handlers: SocketHandlers): void;
  /**
   * One round of looking after open sockets, to be made each second (rule ACCESS-2): ended sessions and new bans are
   * cut, changed roles are told, and those who do not read are cut (rule LIMITS-4).
   */
  recheck(): Promise<void>;
  close(): Promise<void>;
}

/** What the server knows of one socket. */
interface Connection {
  readonly token: string | null;
  standing: Standing | null;
  unread: number;
  packets: number;
  packetsSince: number;
}

export function openSockets(ports: SocketPorts): Sockets {
  const { config, clock, log, limits, metrics, cluster, sessions } = ports;
  const siteOf = siteFinder(config.publicOrigin);
  const open = new Map<Socket, Connection>();
  const perAddress = new Map<string, number>();
  const addressOf = (request: IncomingMessage) => networkOf(clientAddress(request, config.trustedProxies));

  const io = new Server({
    path: "/socket.io",
    serveClient: false,
    // Polling needs every request of a client at the same instance.
    transports: cluster === null ? ["websocket", "polling"] : ["websocket"],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
    ...(cluster === null ? {} : { adapter: cluster.adapter }),
    allowRequest(request, decide) {
      const isCrowded = (perAddress.get(addressOf(request)) ?? 0) >= limits.socketsPerAddress;
      const isNew = !/[?&]sid=/.test(request.url ?? "");
      decide(null, !comesFromElsewhere(request, siteOf(request)) && !(isNew && isCrowded));
    },
  });
  const broadcast = socketBroadcast({ io, clock, log, isClustered: cluster !== null });

  const cut = (socket: Socket, reason: "slow" | "rate" | "session" | "crowded") => {
    metrics.countSocketCut(reason);
    // The transport, not the namespace: a client then connects again, as whoever it now is.
    socket.conn.close();
  };

  const welcome = (socket: Socket, connection: Connection) => {
    open.set(socket, connection);
    socket.on("disconnect", () => open.delete(socket));
    socket.conn.on("packetCreate", () => connection.unread++);
    socket.conn.on("flush", () => {
      connection.unread = 0;
    });
    const { standing } = connection;
    if (standing === null) return;
    void socket.join([PLAYERS_ROOM, walletRoom(standing.wallet)]);
    tellRoles(socket, standing);
  };

  const countPacket = (socket: Socket, connection: Connection) => {
    const now = clock.now();
    if (now - connection.packetsSince >= 10_000) {
      connection.packets = 0;
      connection.packetsSince = now;
    }
    if (++connection.packets <= limits.packetsPerTenSeconds) return true;
    cut(socket, "rate");
    return false;
  };

  const attach = (server: NodeServer, handlers: SocketHandlers) => {
    const eventPorts: EventPorts = { handlers, sessions, log, rates: eventRates(clock) };
    io.attach(server);
    io.engine.on("connection", (raw: Socket["conn"]) => {
      const address = addressOf(raw.request);
      const count = (perAddress.get(address) ?? 0) + 1;
      perAddress.set(address, count);
      raw.once("close", () => {
        const left = (perAddress.get(address) ?? 1) - 1;
        if (left === 0) perAddress.delete(address);
        else perAddress.set(address, left);
      });
      if (count <= limits.socketsPerAddress) return;
      metrics.countSocketCut("crowded");
      raw.close(true);
    });
    io.use((socket, next) => {
      void (async () => next(await identify(ports, socket)))();
    });
    io.on("connection", (socket) => {
      const { token, standing } = socket.data as { token: string | null; standing: Standing | null };
      const connection = { token, standing, unread: 0, packets: 0, packetsSince: clock.now() };
      welcome(socket, connection);
      socket.use((_packet, next) => {
        if (countPacket(socket, connection)) next();
      });
      for (const name of Object.keys(clientEvents) as (keyof typeof clientEvents)[]) {
        socket.on(name, (...given: unknown[]) => {
          void answerEvent(eventPorts, { socket, token: connection.token, name, given });
        });
      }
    });
  };

  const recheck = async () => {
    for (const [socket, { unread }] of open) {
      if (unread > limits.unreadPackets) cut(socket, "slow");
    }
    const tokens = [...new Set([...open.values()].flatMap(({ token }) => token ?? []))];
    const asked = new Set(tokens);
    const standings = await readInParts(sessions, tokens);
    for (const [socket, connection] of open) {
      if (connection.standing === null || !asked.has(connection.token ?? "")) continue;
      const now = standings.get(connection.token ?? "") ?? null;
      if (now === null || now.isBanned !== connection.standing.isBanned) {
        cut(socket, "session");
        continue;
      }
      if (haveRolesChanged(now, connection.standing)) tellRoles(socket, now);
      connection.standing = now;
    }
    const players = [...open.values()].filter(({ standing }) => standing !== null).length;
    metrics.setSockets("player", players);
    metrics.setSockets("visitor", open.size - players);
  };

  return {
    broadcast,
    attach,
    recheck,
    async close() {
      io.disconnectSockets(true);
      // Absent while no server is attached. Closing `io` itself would close the HTTP server too.
      if ("engine" in io && io.engine !== undefined) io.engine.close();
      await cluster?.close();
    },
  };
}

const haveRolesChanged = (a: Standing, b: Standing) =>
  a.isAdmin !== b.isAdmin || a.isModerator !== b.isModerator;

const tellRoles = (socket: Socket, { isAdmin, isModerator }: Standing) =>
  socket.emit("user-roles", encodeSocketEvent("user-roles", { isAdmin, isModerator }));

/** Short queries, so that many sockets do not hold up the rest of the server. */
async function readInParts(sessions: Sessions, tokens: readonly string[]) {
  const found = new Map<string, Standing>();
  for (let from = 0; from < tokens.length; from += 500) {
    for (const [token, standing] of await sessions.standings(tokens.slice(from, from + 500))) {
      found.set(token, standing);
    }
  }
  return found;
}

/**
 * Finds out who a new socket is: the session cookie decides (rule IDENTITY-2), and a socket without a session is a
 * visitor's. The error refuses the socket: its handshake names another wallet than the session's.
 */
async function identify({ config, sessions, log }: SocketPorts, socket: Socket): Promise<Error | undefined> {
  try {
    const token = cookieValue(socket.request.headers.cookie, cookiesFor(config.publicOrigin).session);
    const standing = token === null ? null : await sessions.standing(token);
    Object.assign(socket.data, { token: standing === null ? null : token, standing });
    const claimed = socket.handshake.query["walletAddress"] ?? "";
    return standing === null || claimed === "" || claimed === standing.wallet
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
