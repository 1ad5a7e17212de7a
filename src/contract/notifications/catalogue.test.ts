import { describe, expect, it } from "vitest";
import { lamports } from "../../domain/lamports.ts";
import * as z from "zod/mini";
import {
  decodeContent,
  encodeParams,
  type NotificationContent,
  notificationCatalogue,
  notificationInEnglish,
} from "./catalogue.ts";
import { notification } from "./notifications.ts";

const won: NotificationContent = {
  kind: "race_won",
  params: { raceId: "1204-abc", amount: lamports(712_500_000n) },
};
const halted: NotificationContent = {
  kind: "payments_halted",
  params: { difference: lamports(12n) },
};

const placesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

describe("the catalogue of notifications", () => {
  it("reads in English with its params in their places", () => {
    expect(notificationInEnglish(won)).toEqual({
      type: "race_won",
      title: "You won",
      body: "Your horse won race #1\u2009204: 0.7125 SOL are on their way to your wallet.",
    });
    expect(notificationInEnglish(halted).body).toBe("Books and chain differ by 12 lamports");
  });

  it("has no place in a text without a param", () => {
    for (const { title, body, params } of Object.values(notificationCatalogue)) {
      const names = Object.keys(params._zod.def.shape);
      expect(placesIn(title + body).filter((name) => !names.includes(name))).toEqual([]);
    }
  });

  it.each([won, halted])("stores and reads $kind as what it was", (content) => {
    const stored: unknown = JSON.parse(JSON.stringify(encodeParams(content)));
    expect(decodeContent(content.kind, stored)).toEqual(content);
  });

  it("refuses params of another kind", () => {
    expect(() => decodeContent("race_won", { raceId: "r1" })).toThrow(/amount/);
  });

  it("travels with the params of its kind, and of no other", () => {
    const common = { id: "n1", title: "", body: "", created_at: new Date(0), read_at: null };
    const sent = z.encode(notification, { ...common, type: "race_won", ...won });
    expect(sent).toMatchObject({ kind: "race_won", params: { raceId: "1204-abc", amount: 0.7125 } });
    expect(z.decode(notification, sent)).toMatchObject(won);
    expect(z.safeParse(notification, { ...(sent as object), kind: "streak_changed" }).success).toBe(false);
    expect(z.safeParse(notification, { ...(sent as object), type: "payout" }).success).toBe(false);
  });
});
