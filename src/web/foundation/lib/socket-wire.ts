import { io, type Socket } from "socket.io-client";
import * as z from "zod/mini";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import {
  acknowledgement,
  clientEvents,
  type ClientEventName,
  type ClientEventPayload,
  decodeSocketEvent,
  socketEvents,
  type SocketEventName,
  type SocketEventPayload,
} from "../../../contract/wire/socket-events.ts";
import { applyRaceChange, CHANGES_QUERY, type RaceJson } from "../../../contract/races/race-change.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { logSilentFailure } from "./silent-failure.ts";

export type Listener = <Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>) => void;

export interface Identity {
  readonly walletAddress: string;
  readonly username: string;
}

/** How long to wait for an acknowledgement: as long as for an API call. */
const ACKNOWLEDGED_WITHIN_MS = 20_000;

/** An event that was carried out. */
export interface Acknowledged {
  /** How long the next such event would be refused, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The slow mode of the chat, in milliseconds. */
  readonly slowModeMs?: number | undefined;
}

/** The socket itself, and events in the form of the contract. */
export interface Wire {
  readonly socket: Socket;
  /** Throws when no acknowledgement arrived. */
  readonly send: <Name extends ClientEventName>(
    name: Name,
    payload: ClientEventPayload<Name>,
  ) => Promise<Result<Acknowledged, RefusalCode>>;
}

/** A socket that is not connected yet; it passes on what it receives, decoded. */
export function createWire(identity: Identity | null, listener: Listener): Wire {
  const socket = io({
    // Where WebSockets are blocked, polling goes on; several servers refuse it, and the race is then asked for by calls.
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    query: { ...identity, [CHANGES_QUERY.name]: CHANGES_QUERY.value },
    reconnectionDelayMax: 5000,
    autoConnect: false,
  });
  /** As the socket reported it, whatever the page has fetched since: changes build on each other. */
  let race: RaceJson | null = null;
  for (const name of Object.keys(socketEvents) as SocketEventName[]) {
    socket.on(name, (wire: { readonly race: RaceJson }) => {
      if (name === "race-update" || name === "new-race") ({ race } = wire);
      deliverEvent(name, wire, listener);
    });
  }
  socket.on("race-change", (wire: { readonly race: RaceJson }) => {
    if (race === null) return;
    race = applyRaceChange(race, wire.race);
    deliverEvent("race-update", { race }, listener);
  });
  return {
    socket,
    async send(name, payload) {
      const wire = z.encode<z.core.$ZodType>(clientEvents[name].payload, payload);
      return readAcknowledgement(await socket.timeout(ACKNOWLEDGED_WITHIN_MS).emitWithAck(name, wire));
    },
  };
}

function readAcknowledgement(wire: unknown): Result<Acknowledged, RefusalCode> {
  const answer = z.parse(acknowledgement, wire);
  const { retryAfterMs } = answer;
  if (answer.success) return ok({ retryAfterMs, slowModeMs: answer.slowModeMs });
  const { code, message, field } = answer;
  return refuse(code, {
    message,
    ...(field !== undefined && { field }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

function deliverEvent(name: SocketEventName, wire: unknown, listener: Listener): void {
  const payload = decodeSocketEvent(name, wire);
  if (payload === null) logSilentFailure(`Reading the event ${name}`, wire);
  else listener(name, payload);
}
