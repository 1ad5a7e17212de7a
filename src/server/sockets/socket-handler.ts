import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type {
  ClientEventName,
  ClientEventPayload,
  SocketEventName,
  SocketEventPayload,
} from "../../contract/wire/socket-events.ts";
import type { Result } from "../../domain/result.ts";
import type { SignedInCaller } from "../http/handler.ts";

/** The one socket that an event came by. */
export interface CallerSocket {
  /** From now on this socket receives what is sent to the room. */
  join(room: string): Promise<void>;
  hasJoined(room: string): boolean;
  emit<Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>): void;
}

/** What the acknowledgement of an event that was done says beyond that. */
export type Done = { readonly retryAfterMs?: number } | undefined;

/** One client event's effect. The caller is the session's wallet, whatever the payload says. */
type SocketHandler<Name extends ClientEventName> = (
  payload: ClientEventPayload<Name>,
  caller: SignedInCaller,
  callerSocket: CallerSocket,
) => Promise<Result<Done, RefusalCode>>;

/** A handler for every event that clients send. */
export type SocketHandlers = { readonly [Name in ClientEventName]: SocketHandler<Name> };
