import { CHANGES_QUERY } from "../races/race-change.ts";
import { raceChangeEvent } from "../races/race-change-event.ts";
import { MAX_RACE_BETS } from "../races/race-shape.ts";
import { acknowledgement, clientEvents, socketEvents } from "../wire/socket-events.ts";
import { describeFields } from "./describe-fields.ts";
import { schemaWriter } from "./schemas.ts";

/**
 * Socket.IO events in the style of AsyncAPI: what a client receives and what it sends. They have their own schemas,
 * since OpenAPI tools treat schemas that no call uses as leftovers.
 */
export function socketListing(): Record<string, unknown> {
  const writer = schemaWriter("#/x-socket-events/schemas/");
  const received = Object.entries({ ...socketEvents, "race-change": raceChangeEvent }).map(
    ([name, { audience, summary, payload }]) => [
      name,
      { summary, audience, payload: describeFields({ [name]: writer.write(payload) })[name] },
    ],
  );
  const sent = Object.entries(clientEvents).map(([name, { access, summary, perMinute, payload }]) => [
    name,
    { summary, access, perMinute, payload: describeFields({ [name]: writer.write(payload) })[name] },
  ]);
  const answer = writer.write(acknowledgement);
  return {
    protocol: "socket.io",
    path: "/socket.io",
    handshake: {
      query: {
        walletAddress: { type: "string" },
        username: { type: "string" },
        [CHANGES_QUERY.name]: { type: "string", enum: [CHANGES_QUERY.value] },
      },
      description:
        "The session's cookie identifies the caller; without one a visitor receives race events and nothing else. With " +
        `\`${CHANGES_QUERY.name}=${CHANGES_QUERY.value}\` a socket receives a race as a whole once, in race-update or new-race, and then in race-change: the changed fields of the race, and those of its horses and bets that changed, each with its id. A new bet comes first in the list, which holds ${MAX_RACE_BETS} at most.`,
    },
    receive: Object.fromEntries(received),
    send: Object.fromEntries(sent),
    acknowledgement: answer,
    schemas: describeFields(writer.components),
  };
}
