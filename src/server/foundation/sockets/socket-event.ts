import type { Redis } from "ioredis";
import type { Socket } from "socket.io";
import * as z from "zod/v4/core";
import { faultWords, refuseInput } from "../../../contract/wire/invalid-input.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import {
  type Acknowledgement,
  type ClientEvent,
  clientEvents,
  type ClientEventName,
  encodeSocketEvent,
} from "../../../contract/wire/socket-events.ts";
import { writeRefusal } from "../../../contract/wire/wire.ts";
import { refuse, type Result } from "../../../domain/result.ts";
import { chatRoom } from "./broadcast.ts";
import type { Logger } from "../log.ts";
import type { CallerTokens, Sessions } from "../http/sessions.ts";
import { callRefusal, visitor } from "../http/access.ts";
import type { SignedInCaller } from "../http/handler.ts";
import { refusalOf } from "../http/refusals-of-errors.ts";
import { type UseLimit, useLimit } from "../http/use-limit.ts";
import type { OnlineWallets } from "./online-wallets.ts";
import { sendOnline } from "./socket-connections.ts";
import type { CallerSocket, Done, SocketHandlers } from "./socket-handler.ts";

/**
 * Counts an event of a wallet. Milliseconds to wait when it is one too many this minute, otherwise 0 (rule LIMITS-4).
 */
type CountEvent = (wallet: string, name: ClientEventName) => Promise<number>;

export function eventCounter(redis: Redis | null): CountEvent {
  const limits = new Map(
    Object.entries(clientEvents).map(([name, { perMinute }]) => [
      name,
      useLimit({ name: `event-${name}`, uses: perMinute, windowSeconds: 60, redis }),
    ]),
  );
  return async (wallet, name) => (await limits.get(name)?.countWait(wallet)) ?? 0;
}

export interface EventPorts {
  readonly handlers: SocketHandlers;
  readonly sessions: Sessions;
  readonly log: Logger;
  readonly countEvent: CountEvent;
  readonly moderation: UseLimit;
  readonly online: OnlineWallets;
}

interface Arrived {
  readonly socket: Socket;
  /** Null for a visitor's. */
  readonly tokens: CallerTokens | null;
  readonly name: ClientEventName;
  /** The payload, and the acknowledgement callback if the client passed one. */
  readonly given: readonly unknown[];
}

type AnyHandler = (
  payload: unknown,
  caller: SignedInCaller,
  callerSocket: CallerSocket,
) => Promise<Result<Done, RefusalCode>>;

/** Does what a client's event asks, if its sender is allowed to, and acknowledges it. */
export async function handleEvent(
  ports: EventPorts,
  { socket, tokens, name, given }: Arrived,
): Promise<void> {
  const last = given.at(-1);
  const acknowledge = typeof last === "function" ? (last as (answer: Acknowledgement) => void) : null;
  const wire = acknowledge !== null && given.length === 1 ? undefined : given[0];
  const result = await runHandler(ports, { socket, tokens, name, wire }).catch((error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal === null) ports.log.error({ err: error, event: name }, "a socket event failed");
    return refusal ?? refuse("INTERNAL_ERROR");
  });
  acknowledge?.(result.ok ? { success: true, ...result.value } : writeRefusal(result).body);
}

/** Roles and bans are re-read for every event (rule ACCESS-2). */
async function runHandler(
  { handlers, sessions, countEvent, moderation, online }: EventPorts,
  {
    socket,
    tokens,
    name,
    wire,
  }: { socket: Socket; tokens: CallerTokens | null; name: ClientEventName; wire: unknown },
): Promise<Result<Done, RefusalCode>> {
  const caller = tokens === null ? null : await sessions.state(tokens);
  const event: ClientEvent = clientEvents[name];
  const refused = callRefusal(event, caller ?? visitor);
  if (refused !== null) return refuse(refused);
  if (caller === null) return refuse("NOT_SIGNED_IN");
  if (caller.isBanned) return refuse("BANNED");
  const retryAfterMs = await countEvent(caller.wallet, name);
  if (retryAfterMs > 0) return refuse("RATE_LIMITED", { retryAfterMs });
  const handler = handlers[name] as AnyHandler;
  const decoded = z.safeParse(event.payload, wire, faultWords);
  if (!decoded.success) return refuseInput(decoded.error);
  const tooManyMs = event.moderation ? await moderation.countWait(caller.wallet) : 0;
  if (tooManyMs > 0) return refuse("RATE_LIMITED", { retryAfterMs: tooManyMs });
  return handler(decoded.data, caller, callerSocketOf(socket, online));
}

const callerSocketOf = (socket: Socket, online: OnlineWallets): CallerSocket => ({
  join: async (room) => {
    await socket.join(chatRoom(room));
    sendOnline(socket, online);
  },
  hasJoined: (room) => socket.rooms.has(chatRoom(room)),
  emit: (name, payload) => void socket.emit(name, encodeSocketEvent(name, payload)),
});
