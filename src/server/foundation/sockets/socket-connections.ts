import type { Socket } from "socket.io";
import { encodeSocketEvent } from "../../../contract/wire/socket-events.ts";
import type { Metrics } from "../metrics.ts";
import type { CallerTokens, Sessions, SessionState } from "../http/sessions.ts";
import type { Clock } from "../ports.ts";
import { chatRoom, MODERATORS_ROOM, PLAYERS_ROOM, walletRoom } from "./broadcast.ts";
import type { OnlineWallets } from "./online-wallets.ts";
import type { SocketLimits } from "./socket-limits.ts";

/** What the server knows about one open socket. */
export interface Connection {
  readonly socket: Socket;
  /** Null for a visitor's; those of its handshake otherwise. */
  readonly tokens: CallerTokens | null;
  /** Null for a visitor's. Updated by `recheck`. */
  caller: SessionState | null;
  unread: number;
}

export interface Connections {
  /** Adds a socket that was identified to the rooms of its wallet. */
  readonly addConnection: (socket: Socket, identity: Pick<Connection, "tokens" | "caller">) => Connection;
  /** Cuts a connection that sends too many packets, of whatever kind, from its first packet on. */
  readonly countPackets: (raw: Socket["conn"]) => void;
  readonly recheck: () => Promise<void>;
}

interface Ports {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly limits: SocketLimits;
  readonly online: OnlineWallets;
}

export function openConnections({ sessions, clock, metrics, limits, online }: Ports): Connections {
  const open = new Set<Connection>();

  const cut = ({ socket }: Connection, reason: "slow" | "session") => {
    metrics.countSocketCut(reason);
    // Closes the transport, not the namespace: the client then reconnects with its present identity.
    if (reason === "slow") terminate(socket);
    else socket.conn.close();
  };

  const addConnection: Connections["addConnection"] = (socket, identity) => {
    const connection = { socket, ...identity, unread: 0 };
    open.add(connection);
    socket.on("disconnect", () => open.delete(connection));
    socket.conn.on("packetCreate", () => connection.unread++);
    socket.conn.on("flush", () => {
      connection.unread = 0;
    });
    const { caller } = identity;
    if (caller !== null) {
      void socket.join([PLAYERS_ROOM, walletRoom(caller.wallet)]);
      notifyRoles(socket, caller);
      online.enter(caller.wallet);
      socket.on("disconnect", () => online.leave(caller.wallet));
      sendOnline(socket, online);
    }
    return connection;
  };

  const countPackets: Connections["countPackets"] = (raw) => {
    let count = 0;
    let since = clock.now();
    raw.on("packet", () => {
      const now = clock.now();
      if (now - since >= 10_000) {
        count = 0;
        since = now;
      }
      if (++count !== limits.packetsPerTenSeconds + 1) return;
      metrics.countSocketCut("rate");
      raw.close(true);
    });
  };

  const recheckSessions = async () => {
    const players = [...open].filter(({ caller }) => caller !== null);
    const states = await readInParts(sessions, [
      ...new Set(players.flatMap(({ tokens }) => tokens?.session ?? [])),
    ]);
    for (const connection of players) {
      const before = connection.caller;
      const now = states.get(connection.tokens?.session ?? "");
      if (before === null || now === undefined || now.isBanned !== before.isBanned) {
        cut(connection, "session");
        continue;
      }
      if (now.isAdmin !== before.isAdmin || now.isModerator !== before.isModerator) {
        notifyRoles(connection.socket, now);
      }
      if (now.isChatBanned) leaveChat(connection.socket);
      connection.caller = now;
    }
    metrics.setSockets("player", players.length);
    metrics.setSockets("visitor", open.size - players.length);
  };

  return {
    addConnection,
    countPackets,
    async recheck() {
      for (const connection of open) {
        if (connection.unread > limits.unreadPackets) cut(connection, "slow");
      }
      await recheckSessions();
    },
  };
}

/** Without a close frame, which would queue behind everything unread. */
function terminate(socket: Socket): void {
  const transport = socket.conn.transport as { socket?: { terminate?: () => void } };
  if (transport.socket?.terminate === undefined) socket.conn.close(true);
  else transport.socket.terminate();
}

function notifyRoles(socket: Socket, { isAdmin, isModerator }: SessionState) {
  if (isModerator) void socket.join(MODERATORS_ROOM);
  else void socket.leave(MODERATORS_ROOM);
  socket.emit("user-roles", encodeSocketEvent("user-roles", { isAdmin, isModerator }));
}

/** Sends how many are online to a socket that has just connected, or joined a room. */
export const sendOnline = (socket: Socket, online: OnlineWallets) =>
  socket.emit("online-users", encodeSocketEvent("online-users", { count: online.count() }));

/** A player who is banned from the chat stops receiving it within a second, on any instance (rule CHAT-7). */
function leaveChat(socket: Socket) {
  for (const room of socket.rooms) if (room.startsWith(chatRoom(""))) void socket.leave(room);
}

/** Short queries, so that many sockets do not block the rest of the server. */
async function readInParts(sessions: Sessions, tokens: readonly string[]) {
  const found = new Map<string, SessionState>();
  for (let from = 0; from < tokens.length; from += 500) {
    for (const [token, state] of await sessions.states(tokens.slice(from, from + 500))) {
      found.set(token, state);
    }
  }
  return found;
}
