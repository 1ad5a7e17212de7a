import type { Server, Socket } from "socket.io";
import { raceChange, type RaceJson } from "../../../contract/races/race-change.ts";
import {
  encodeSocketEvent,
  type SocketEventName,
  socketEvents,
  type SocketEventPayload,
} from "../../../contract/wire/socket-events.ts";
import type { Logger } from "../log.ts";
import type { Broadcast, Clock } from "../ports.ts";
import { coalesce } from "./coalesce.ts";

/** A `race-update` is sent at most four times a second. */
const RACE_UPDATE_EVERY_MS = 250;

/** Every socket with a session. */
export const PLAYERS_ROOM = "players";
/** Every socket of a chat moderator or an admin. */
export const MODERATORS_ROOM = "moderators";
/** The sockets of one wallet. */
export const walletRoom = (wallet: string) => `wallet:${wallet}`;
/** The sockets that joined a chat room. */
export const chatRoom = (name: string) => `chat:${name}`;

/** The sockets that apply changes of the race themselves. */
const CHANGES_ROOM = "race-changes";

export interface SocketBroadcast extends Broadcast {
  /**
   * Sends a socket the whole race now, and only changes from then on; if nothing has been sent about the race yet, this
   * starts with the next update.
   */
  followChanges(socket: Socket): void;
}

interface Ports {
  readonly io: Server;
  readonly clock: Clock;
  readonly log: Logger;
  /** Other instances are reached through an adapter. */
  readonly isClustered: boolean;
}

/**
 * Sends events to sockets of all instances. Events for everyone travel between instances unchanged and are throttled
 * where they are delivered, so that a socket gets four race updates a second, not four per instance. A payload that
 * violates the contract is a bug and is logged here: the state it reports is already committed.
 */
export function socketBroadcast({ io, clock, log, isClustered }: Ports): SocketBroadcast {
  /** The race as last sent to every socket of this instance. */
  let latest: RaceJson | null = null;
  const raceUpdates = coalesce<unknown>({ clock, everyMs: RACE_UPDATE_EVERY_MS }, (wire) => {
    const { race } = wire as { readonly race: RaceJson };
    const change = latest && raceChange(latest, race);
    latest = race;
    if (change === null) return io.local.emit("race-update", wire);
    io.local.except(CHANGES_ROOM).emit("race-update", wire);
    return io.local.to(CHANGES_ROOM).emit("race-change", { race: change });
  });
  const deliver = (name: string, wire: unknown) => {
    if (name === "race-update") return raceUpdates.push(wire);
    raceUpdates.flush();
    if (name === "new-race") latest = (wire as { readonly race: RaceJson }).race;
    return io.local.emit(name, wire);
  };
  if (isClustered) io.on("to-everyone", deliver);

  const encode = <Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>) => {
    try {
      return encodeSocketEvent(name, payload);
    } catch (error) {
      log.error({ err: error, event: name }, "an event does not fit the contract and was not sent");
      return null;
    }
  };
  return {
    followChanges(socket) {
      void socket.join(CHANGES_ROOM);
      if (latest !== null) socket.emit("race-update", { race: latest });
    },
    toEveryone(name, payload) {
      const wire = encode(name, payload);
      if (wire === null) return;
      const { audience } = socketEvents[name];
      if (audience === "room") {
        const room = "room" in payload && typeof payload.room === "string" ? payload.room : "lobby";
        io.to(chatRoom(room)).emit(name, wire);
      } else if (audience === "everyone") {
        deliver(name, wire);
        if (isClustered) io.serverSideEmit("to-everyone", name, wire);
      } else io.to(audience === "moderators" ? MODERATORS_ROOM : PLAYERS_ROOM).emit(name, wire);
    },
    toWallet(wallet, name, payload) {
      const wire = encode(name, payload);
      if (wire !== null) io.to(walletRoom(wallet)).emit(name, wire);
    },
  };
}
