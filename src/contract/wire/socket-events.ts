import * as z from "zod/mini";
import { chatMessage, chatReport, chatReportReason, chatRoom } from "../chat/chat.ts";
import { instant, numericId, raceId, rowId, wallet, whole } from "./codecs.ts";
import type { Access, StepUpNeed } from "./endpoint.ts";
import { notification } from "../notifications/notifications.ts";
import { horseNumber, motionSeed, places, race } from "../races/race-shape.ts";
import { type RefusalCode, refusals } from "./refusals.ts";
import { theme } from "../settings/runtime.ts";

/**
 * Who an event reaches.
 *
 * - `everyone`   every socket, including visitors without a session
 * - `players`    every socket with a session
 * - `room`       the sockets that joined the chat room
 * - `moderators` the sockets of chat moderators and admins
 * - `wallet`     the sockets of one wallet
 */
type Audience = "everyone" | "players" | "room" | "moderators" | "wallet";

interface ServerEvent {
  readonly audience: Audience;
  readonly summary: string;
  readonly payload: z.core.$ZodObject;
}

const raceNotificationTypes = ["race-refunded", "next-race"] as const;
export type RaceNotificationType = (typeof raceNotificationTypes)[number];

const announced = { message: z.string(), timestamp: instant };

/** Events that the server sends. Payloads are decoded values; `encodeSocketEvent` below gives their wire form. */
export const socketEvents = {
  "race-update": {
    audience: "everyone",
    summary: "The open race changed: a bet, a new state; at most four per second",
    payload: z.object({ race }),
  },
  "race-countdown": {
    audience: "everyone",
    summary: "The countdown began or was extended; sent once for each, not every second",
    payload: z.object({ raceId, seconds: z.int(), endsAt: instant, serverNow: instant }),
  },
  "race-start": {
    audience: "everyone",
    summary: "The race runs from `startsAt`; positions follow from the motion seed and the time",
    payload: z.object({
      raceId,
      startsAt: instant,
      durationMs: z.int(),
      motionSeed,
      /** In the order of their numbers, 1 to 6. */
      horseIds: z.array(numericId).check(z.length(6)),
      serverNow: instant,
      ...announced,
    }),
  },
  "race-reveal": {
    audience: "everyone",
    summary: "The finishing order, late in the race",
    payload: z.object({ raceId, places }),
  },
  "race-complete": {
    audience: "everyone",
    summary: "The race is over",
    payload: z.object({
      raceId,
      winningHorse: z.object({ id: numericId, number: horseNumber, name: z.string(), color: z.string() }),
      places,
      /** SOL paid for each SOL on the winner; null if no bet was on it and the stakes went back. */
      payoutPerWinningStake: z.nullable(z.number()),
      ...announced,
    }),
  },
  "new-race": {
    audience: "everyone",
    summary: "A race takes bets from now on",
    payload: z.object({ race, ...announced }),
  },
  "race-notification": {
    audience: "everyone",
    summary: "News about the races, such as when the next one comes",
    /** `nextRaceIn` is in seconds. */
    payload: z.object({
      type: z.enum(raceNotificationTypes),
      nextRaceIn: z.nullable(z.number()),
      ...announced,
    }),
  },
  "theme-update": {
    audience: "everyone",
    summary: "An admin changed the theme for everybody",
    payload: z.object({ theme }),
  },
  "online-users": {
    audience: "players",
    summary:
      "How many wallets are connected, across all servers: on connecting, on joining a room, on change",
    payload: z.object({ count: z.int() }),
  },
  message: { audience: "room", summary: "A chat message", payload: chatMessage },
  "room-history": {
    audience: "room",
    summary: "The latest messages of a room, oldest first, to a socket that joined it",
    payload: z.object({ room: z.string(), messages: z.array(chatMessage) }),
  },
  "message-deleted": {
    audience: "room",
    summary: "Messages were deleted",
    payload: z.object({ ids: z.array(rowId) }),
  },
  "chat-standing": {
    audience: "wallet",
    summary: "What the wallet may do in chat: to a socket that asks to join, and when it changes",
    payload: z.object({
      mutedUntil: z.nullable(instant),
      bannedUntil: z.nullable(instant),
      slowModeMs: z.int(),
    }),
  },
  "chat-report-update": {
    audience: "moderators",
    summary: "A message was reported, or its reports were resolved",
    payload: z.object({ report: chatReport, open: z.int() }),
  },
  "user-roles": {
    audience: "wallet",
    summary: "The wallet's roles, on connecting and when they change",
    payload: z.object({ isAdmin: z.boolean(), isModerator: z.boolean() }),
  },
  "user-notification": {
    audience: "wallet",
    summary: "A notification for the wallet",
    payload: z.object({ notification }),
  },
} as const satisfies Record<string, ServerEvent>;

export type SocketEventName = keyof typeof socketEvents;

/** Decoded payload: amounts are lamports and times are Dates. */
export type SocketEventPayload<Name extends SocketEventName> = z.output<
  (typeof socketEvents)[Name]["payload"]
>;

/** The wire form of an event's payload: JSON. The server sends this. */
export const encodeSocketEvent = <Name extends SocketEventName>(
  name: Name,
  payload: SocketEventPayload<Name>,
): unknown => z.encode<z.core.$ZodType>(socketEvents[name].payload, payload);

/** The payload that arrived for an event, or null when it is not what the contract says. */
export function decodeSocketEvent<Name extends SocketEventName>(
  name: Name,
  wire: unknown,
): SocketEventPayload<Name> | null {
  const parsed = z.safeParse<z.core.$ZodType>(socketEvents[name].payload, wire);
  return parsed.success ? (parsed.data as SocketEventPayload<Name>) : null;
}

export interface ClientEvent {
  readonly access: Access;
  /** A step-up is the one whose cookie the handshake sent (rule ACCESS-8). */
  readonly stepUp?: StepUpNeed;
  /** As for an endpoint. */
  readonly moderation?: true;
  readonly summary: string;
  readonly payload: z.core.$ZodType;
  /** Events per minute and wallet, beyond which the acknowledgement is RATE_LIMITED. */
  readonly perMinute: number;
}

const roomToJoin = z.codec(
  z.union([chatRoom, z.object({ room: chatRoom })], { error: "ROOM_NOT_FOUND" }),
  z.object({ room: chatRoom }),
  {
    decode: (wire) => (typeof wire === "string" ? { room: wire } : wire),
    encode: (value) => value,
  },
);

/** Typed or cleaned text: the domain decides how much of it counts (rule LIMITS-15). */
const chatContent = z
  .string({ error: "must be text" })
  .check(z.maxLength(2000, { error: "CHAT_MESSAGE_TOO_LONG" }));

/** Cut by the use case to what a moderator may do (rule LIMITS-16). */
const atLeastOne = whole(1, 1_000_000);

/** Events that a client sends; each is acknowledged. The caller is the session's wallet, whatever the payload says. */
export const clientEvents = {
  "join-room": {
    access: "player",
    summary: "Join a chat room: its name, or {room}; answered with room-history",
    payload: roomToJoin,
    perMinute: 30,
  },
  "send-message": {
    access: "player",
    summary: "Say something in a room",
    payload: z.object({ content: chatContent, room: chatRoom }),
    perMinute: 30,
  },
  "chat-report": {
    access: "player",
    summary: "Report a message to the moderators, once",
    payload: z.object({ messageId: rowId, reason: z.optional(chatReportReason) }),
    perMinute: 10,
  },
  "change-theme": {
    access: "admin",
    stepUp: "once",
    summary: "Change the theme for everybody",
    payload: z.object({ theme }),
    perMinute: 30,
  },
  "chat-moderate:mute": {
    access: "moderator",
    moderation: true,
    summary: "Mute a player in chat",
    payload: z.object({ targetWallet: wallet, durationMinutes: atLeastOne }),
    perMinute: 60,
  },
  "chat-moderate:ban": {
    access: "moderator",
    moderation: true,
    summary: "Ban a player from chat",
    payload: z.object({ targetWallet: wallet, durationHours: atLeastOne }),
    perMinute: 60,
  },
  "chat-moderate:delete-message": {
    access: "moderator",
    moderation: true,
    summary: "Delete one message",
    payload: z.object({ messageId: rowId }),
    perMinute: 60,
  },
  "chat-moderate:delete-last-messages-of-user": {
    access: "moderator",
    moderation: true,
    summary: "Delete a player's latest messages",
    payload: z.object({ targetWallet: wallet, count: atLeastOne }),
    perMinute: 60,
  },
} as const satisfies Record<string, ClientEvent>;

export type ClientEventName = keyof typeof clientEvents;
export type ClientEventPayload<Name extends ClientEventName> = z.output<
  (typeof clientEvents)[Name]["payload"]
>;

export const refusalCode = z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]);

/** The answer to each event that a client sends. */
export const acknowledgement = z.discriminatedUnion("success", [
  z.object({
    success: z.literal(true),
    retryAfterMs: z.optional(z.int()),
    slowModeMs: z.optional(z.int()),
  }),
  z.object({
    success: z.literal(false),
    code: refusalCode,
    message: z.string(),
    field: z.optional(z.string()),
    retryAfterMs: z.optional(z.int()),
  }),
]);
export type Acknowledgement = z.output<typeof acknowledgement>;
