import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import type {
  ClientEventName,
  ClientEventPayload,
  SocketEventName,
  SocketEventPayload,
} from "../../../contract/wire/socket-events.ts";
import type { Result } from "../../../domain/result.ts";
import type { SignedInCaller } from "../http/handler.ts";

/** The one socket that an event came from. */
export interface CallerSocket {
  /** Subscribes this socket to the room. */
  join(room: string): Promise<void>;
  hasJoined(room: string): boolean;
  emit<Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>): void;
}

/** What the acknowledgement of a successful event adds to the success. */
export type Done = { readonly retryAfterMs?: number; readonly slowModeMs?: number } | undefined;

/** What one client event does. The caller is the session's wallet, whatever the payload says. */
type SocketHandler<Name extends ClientEventName> = (
  payload: ClientEventPayload<Name>,
  caller: SignedInCaller,
  callerSocket: CallerSocket,
) => Promise<Result<Done, RefusalCode>>;

/** A handler for every event that clients send. */
export type SocketHandlers = { readonly [Name in ClientEventName]: SocketHandler<Name> };
