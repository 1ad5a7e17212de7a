import { acknowledgement, clientEvents, socketEvents } from "../wire/socket-events.ts";
import { describeFields } from "./describe-fields.ts";
import { schemaWriter } from "./schemas.ts";

/**
 * Socket.IO events in the manner of AsyncAPI: what a client receives and what it sends. With schemas of their own,
 * since tools that read OpenAPI take what no call uses for forgotten.
 */
export function socketListing(): Record<string, unknown> {
  const writer = schemaWriter("#/x-socket-events/schemas/");
  const received = Object.entries(socketEvents).map(([name, { audience, summary, payload }]) => [
    name,
    { summary, audience, payload: describeFields({ [name]: writer.write(payload) })[name] },
  ]);
  const sent = Object.entries(clientEvents).map(([name, { access, summary, perMinute, payload }]) => [
    name,
    { summary, access, perMinute, payload: describeFields({ [name]: writer.write(payload) })[name] },
  ]);
  const answer = writer.write(acknowledgement);
  return {
    protocol: "socket.io",
    path: "/socket.io",
    handshake: {
      query: { walletAddress: { type: "string" }, username: { type: "string" } },
      description:
        "The session's cookie says who it is; without one a visitor hears race events and nothing else.",
    },
    receive: Object.fromEntries(received),
    send: Object.fromEntries(sent),
    acknowledgement: answer,
    schemas: describeFields(writer.components),
  };
}
