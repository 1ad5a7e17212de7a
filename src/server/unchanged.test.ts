import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { useAdminPanel } from "../../tests/support/use-admin-panel.ts";
import { api } from "../contract/api.ts";
import type { Endpoint } from "../contract/wire/endpoint.ts";
import * as announcements from "./foundation/db/schema/announcements.ts";
import * as adminTables from "./foundation/db/schema/admins.ts";
import * as audit from "./foundation/db/schema/audit.ts";
import * as emotes from "./foundation/db/schema/emotes.ts";
import * as players from "./foundation/db/schema/players.ts";
import * as races from "./foundation/db/schema/races.ts";
import * as publicLog from "./foundation/db/schema/public-log.ts";
import * as settings from "./foundation/db/schema/settings.ts";
import * as titles from "./foundation/db/schema/titles.ts";

const panel = useAdminPanel();
const { post, newPlayer } = panel;

const tables = [announcements, adminTables, audit, emotes, players, publicLog, races, settings, titles]
  .flatMap((schema) => Object.values<unknown>(schema))
  .filter((table) => is(table, PgTable));
/** Every row of what admins write, except the picture that nobody changes here. */
const asText = (row: unknown) =>
  JSON.stringify(row, (_field, value) => (typeof value === "bigint" ? String(value) : value));
const stored = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        getTableName(table),
        (await panel.server.db.select().from(table)).map(asText).toSorted(),
      ]),
    ),
  );

/**
 * Calls whose reply says whether they changed anything, and that are tried elsewhere: they need a house or a payment.
 */
const elsewhere = ["lockHouse", "unlockHouse", "retryPayout", "changeMasterPassword"];

it("EFFECT-1 every write of an admin, made again, leaves everything as it was and says so", async () => {
  const player = await newPlayer();
  const friend = await newPlayer();
  const walletAddress = player.address;
  const patch = async (path: string, body: object) => {
    const answer = await panel.admin.call("PATCH", `/api/admin/${path}`, {
      body: { adminWallet: panel.admin.address, ...body },
    });
    return { status: answer.status, ...answer.body };
  };
  await panel.admin.stepUp("house-money");
  const { title } = await post("titles", { name: "Again", slug: "again" });
  const { group } = await post("emote-groups", { name: "again", scope: "partner" });
  const news = (await post("announcements", { title: "Again", body: "", segment: "all" })).announcement;
  const { horse } = await post("horses", { name: "Again", color: "#112233", lane: null });
  const race = { raceType: "classic", houseEdge: 0, jackpotAmount: 0, minBets: 2, countdownSeconds: 60 };
  const first = (await post("special-race", race)).specialRace;
  const second = (await post("special-race", race)).specialRace;

  /** Each is called twice; the second time nothing is left to change. */
  const writes: { readonly [call: string]: () => Promise<{ readonly changed?: boolean }> } = {
    updateSetting: () => post("settings", { settingKey: "house_edge", settingValue: "7" }),
    setUsername: () => post("user/username", { walletAddress, newUsername: "OnceAgain" }),
    setReferrer: () => post("user/referrer", { walletAddress, referrer: friend.username }),
    setRoles: () => post("user/roles", { walletAddress, isPartner: true }),
    setChatModerator: () => post("chat/moderator-set", { walletAddress, isModerator: true }),
    muteUser: () => post("mute", { walletAddress, duration: 5 }),
    unmuteUser: () => post("unmute", { walletAddress }),
    banUser: () => post("ban", { walletAddress, duration: 5 }),
    unbanUser: () => post("unban", { walletAddress }),
    assignTitle: () => post("titles/assign", { walletAddress, titleId: title.id }),
    unassignTitle: () => post("titles/unassign", { walletAddress, titleId: title.id }),
    setEmoteGroupActive: () => patch(`emote-groups/${group.id}`, { active: false }),
    assignEmoteGroup: () => post("emote-groups/assign", { walletAddress, groupId: group.id }),
    unassignEmoteGroup: () => post("emote-groups/unassign", { walletAddress, groupId: group.id }),
    changeAnnouncement: () => patch(`announcements/${news.id}`, { active: false }),
    saveHorse: () => post("horses", { id: horse.id, name: "Once Again" }),
    archiveHorse: () => patch(`horses/${horse.id}`, { archived: true }),
    orderSpecialRaces: () => post("special-race/order", { ids: [second.id, first.id] }),
    chatUnbanUser: () => post("chat-unban", { walletAddress }),
  };
  const named = Object.entries<Endpoint>(api).filter(([, { reply }]) => "changed" in reply._zod.def.shape);
  expect([...Object.keys(writes), ...elsewhere].toSorted()).toEqual(named.map(([name]) => name).toSorted());

  await panel.server.db.insert(players.restrictions).values({
    id: "given-in-chat",
    wallet: walletAddress,
    kind: "chat_ban",
    until: new Date(panel.server.clock.now() + 3_600_000),
    imposedBy: friend.address,
    imposedAt: new Date(panel.server.clock.now()),
  });
  for (const [name, write] of Object.entries(writes)) {
    const before = await stored();
    expect([name, await write()]).toEqual([name, expect.objectContaining({ success: true, changed: true })]);
    const after = await stored();
    expect([name, after]).not.toEqual([name, before]);
    expect([name, await write()]).toEqual([name, expect.objectContaining({ success: true, changed: false })]);
    expect([name, await stored()]).toEqual([name, after]);
  }
});

it("EFFECT-1 a mute or ban that ends no later than the one in force changes nothing", async () => {
  const player = await newPlayer();
  for (const path of ["mute", "ban"]) {
    const restrict = (duration: number) => post(path, { walletAddress: player.address, duration });
    expect(await restrict(5)).toMatchObject({ changed: true });
    const before = await stored();
    expect(await restrict(4)).toMatchObject({ changed: false });
    expect(await stored()).toEqual(before);
    expect(await restrict(6)).toMatchObject({ changed: true });
  }
});
