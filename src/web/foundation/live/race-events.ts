import type { SocketEventName, SocketEventPayload } from "../../../contract/wire/socket-events.ts";
import { dispatchRace } from "./race-store.ts";

/** Passes what the socket says about races to the reducer. */
export function applyRaceEvent<Name extends SocketEventName>(
  name: Name,
  payload: SocketEventPayload<Name>,
): void {
  const handler: ((payload: SocketEventPayload<Name>) => void) | undefined = handlers[name];
  handler?.(payload);
}

type Handlers = { readonly [Name in SocketEventName]?: (payload: SocketEventPayload<Name>) => void };

const handlers: Handlers = {
  "race-update": ({ race }) => dispatchRace({ type: "updated", race }),
  "race-countdown": (event) => dispatchRace({ type: "countdown", ...event }),
  "race-start": (event) => dispatchRace({ type: "started", ...event }),
  "race-reveal": (event) => dispatchRace({ type: "revealed", ...event }),
  "race-complete": (event) => dispatchRace({ type: "completed", ...event }),
  "new-race": ({ race, message }) => dispatchRace({ type: "created", race, message }),
  "race-notification": ({ type, message, nextRaceIn }) =>
    dispatchRace({ type: "notified", kind: type, message, nextRaceIn }),
};
