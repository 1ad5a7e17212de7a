import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  acknowledgement,
  clientEvents,
  decodeSocketEvent,
  encodeSocketEvent,
  socketEvents,
} from "./socket-events.ts";

const SERVER = "2026-03-01T12:00:00.000Z";

describe("what the server sends", () => {
  it("holds every event of the product", () => {
    expect(Object.keys(socketEvents).toSorted()).toEqual(
      [
        "race-update",
        "race-countdown",
        "race-start",
        "race-reveal",
        "race-complete",
        "new-race",
        "race-notification",
      ]
        .concat("message", "room-history", "message-deleted", "online-users", "user-roles")
        .concat("chat-standing", "chat-report-update", "theme-update", "user-notification")
        .toSorted(),
    );
  });

  it("ACCESS-1 lets a visitor hear race events and the theme, and nothing else", () => {
    const heard = Object.entries(socketEvents).flatMap(([name, { audience }]) =>
      audience === "everyone" ? [name] : [],
    );
    const racing = Object.keys(socketEvents).filter(
      (name) => name.startsWith("race-") || name === "new-race",
    );
    expect(heard).toEqual([...racing, "theme-update"]);
  });

  it("FAIR-8 the start of a race says nothing about who wins", () => {
    const fields = Object.keys(socketEvents["race-start"].payload.shape);
    expect(fields.filter((field) => /place|winn|seed$/i.test(field))).toEqual(["motionSeed"]);
  });

  it("travels as JSON and arrives as dates", () => {
    const wire = { raceId: "r1", seconds: 20, endsAt: SERVER, serverNow: SERVER };
    const payload = decodeSocketEvent("race-countdown", { ...wire, more: 1 });
    expect(payload).toEqual({
      raceId: "r1",
      seconds: 20,
      endsAt: new Date(SERVER),
      serverNow: new Date(SERVER),
    });
    expect(payload === null ? null : encodeSocketEvent("race-countdown", payload)).toEqual(wire);
    expect(decodeSocketEvent("race-countdown", { ...wire, seconds: "20" })).toBeNull();
  });
});

describe("what a client sends", () => {
  it("ACCESS-1 declares access for every event", () => {
    const access = Object.fromEntries(
      Object.entries(clientEvents).map(([name, event]) => [name, event.access]),
    );
    expect(access).toEqual({
      "join-room": "player",
      "send-message": "player",
      "chat-report": "player",
      "change-theme": "admin",
      "chat-moderate:mute": "moderator",
      "chat-moderate:ban": "moderator",
      "chat-moderate:delete-message": "moderator",
      "chat-moderate:delete-last-messages-of-user": "moderator",
    });
  });

  it("joins a room by its name or as an object", () => {
    const { payload } = clientEvents["join-room"];
    expect(z.parse(payload, "lobby")).toEqual({ room: "lobby" });
    expect(z.parse(payload, { room: "lobby" })).toEqual({ room: "lobby" });
    expect(z.safeParse(payload, "attic").success).toBe(false);
  });

  it("acknowledges with success, or with a refusal's code and message", () => {
    expect(z.parse(acknowledgement, { success: true })).toEqual({ success: true });
    const refused = { success: false, code: "MUTED", message: "You are muted" } as const;
    expect(z.parse(acknowledgement, refused)).toEqual(refused);
    expect(z.parse(acknowledgement, { ...refused, retryAfterMs: 900 })).toEqual({
      ...refused,
      retryAfterMs: 900,
    });
    expect(z.safeParse(acknowledgement, { success: false }).success).toBe(false);
  });
});
