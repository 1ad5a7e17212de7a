import { asc } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { nodeEntropy as entropy } from "../../adapters/entropy.ts";
import { emoteGroups, emotes } from "../../foundation/db/schema/emotes.ts";
import { deleteEmoteGroup } from "./delete-group.ts";
import { encodeEmote } from "./encode-emote.ts";
import { readManifest } from "./read-manifest.ts";
import { seedStarterEmotes } from "./seed-starter.ts";

const { db, close } = await openTestDatabase();
afterAll(close);
const ports = { db, clock: manualClock(Date.UTC(2026, 0, 1)), entropy };

it("a new server has 24 emotes, which are open to all, and gets them once", async () => {
  await Promise.all([seedStarterEmotes(ports), seedStarterEmotes(ports)]);
  const manifest = await readManifest(db, { wallet: null, nowMs: 0 });
  expect(manifest.emotes).toHaveLength(24);
  expect(manifest.groups).toMatchObject([{ name: "Furlong", scope: "global" }]);
  await db.delete(emotes);
  await db.update(emoteGroups).set({ isActive: false });
  await seedStarterEmotes(ports);
  expect(await readManifest(db, { wallet: null, nowMs: 0 })).toEqual({
    groups: [],
    emotes: [],
    nextChangeAt: null,
  });
  await db.delete(emoteGroups);
});

it("they are such as an upload would store, and those that move have a still picture", async () => {
  await seedStarterEmotes(ports);
  const rows = await db.select().from(emotes).orderBy(asc(emotes.shortcode));
  expect(rows.filter(({ still }) => still !== null).map(({ shortcode }) => shortcode)).toEqual([
    "fire",
    "gallop",
    "rocket",
  ]);
  for (const { shortcode, picture, still } of rows) {
    expect(shortcode).toMatch(/^[a-z0-9-]{2,32}$/);
    expect(picture.length).toBeLessThan(80_000);
    const again = await encodeEmote(picture, "webp");
    expect(again.ok && again.value.still !== null).toBe(still !== null);
  }
});

it("EMOTE-11 a server whose admins deleted the first group does not get it again", async () => {
  const [group] = await db.select({ id: emoteGroups.id }).from(emoteGroups);
  expect(await deleteEmoteGroup(ports, { id: group!.id, by: "an admin" })).toMatchObject({ ok: true });
  await seedStarterEmotes(ports);
  expect(await db.select().from(emoteGroups)).toEqual([]);
});
