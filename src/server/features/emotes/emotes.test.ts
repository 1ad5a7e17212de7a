import { desc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { movingWebp, pngOf } from "../../../../tests/support/pictures.ts";
import { openProfiles } from "../../../../tests/support/profiles.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { emotes } from "../../foundation/db/schema/emotes.ts";
import { users } from "../../foundation/db/schema/players.ts";

const { server, admin, signedIn, playerNamed } = await openProfiles();
const adminBrowser = await signedIn(admin);
const anybody = newBrowser(server.url);

const asAdmin = (method: string, path: string, body: object = {}) =>
  adminBrowser.call(method, `/api/admin${path}`, { body: { adminWallet: admin.address, ...body } });

async function newGroup(name: string, scope = "global"): Promise<string> {
  const made = await asAdmin("POST", "/emote-groups", { name, scope });
  expect(made.status).toBe(201);
  return made.body.group.id;
}

const always = { starts_at: null, ends_at: null };

const dataUrl = (file: Buffer, type = "png") => `data:image/${type};base64,${file.toString("base64")}`;
const picture = dataUrl(await pngOf({ width: 30, height: 20 }));

const upload = (groupId: string, shortcode: string, more: object = {}) =>
  asAdmin("POST", "/emotes/upload", { groupId, shortcode, fileName: "a.png", dataUrl: picture, ...more });

/** The shortcodes in the manifest of a wallet. */
async function shortcodesOf(browser = anybody, wallet = "anonymous"): Promise<readonly string[]> {
  const { status, body } = await browser.call("GET", `/api/emotes/manifest/${wallet}`);
  expect(status).toBe(200);
  return body.emotes.map(({ shortcode }: { shortcode: string }) => shortcode);
}

const everybodys = await newGroup("Everybody's");
const streamers = await newGroup("Streamers'", "streamer");
const partners = await newGroup("Partners'", "partner");
const winter = await newGroup("Winter", "holiday");
await upload(everybodys, "gallop");
await upload(streamers, "on-air");
await upload(partners, "handshake");
await upload(winter, "snow");

describe("the manifest", () => {
  it("EMOTE-6 holds for anybody what is open to all", async () => {
    expect(await shortcodesOf()).toEqual(["gallop", "snow"]);
    const { body } = await anybody.call("GET", "/api/emotes/manifest/anonymous");
    expect(body.groups).toEqual([
      { id: everybodys, name: "Everybody's", scope: "global", version: 2, active: true, ...always },
      { id: winter, name: "Winter", scope: "holiday", version: 2, active: true, ...always },
    ]);
    expect(body.emotes[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      group_id: everybodys,
      shortcode: "gallop",
      file_path: `/emotes/${body.emotes[0].id}.1.webp`,
      still_path: null,
      version: 1,
    });
  });

  it("EMOTE-6 holds for streamers and partners what is theirs, as long as they are such", async () => {
    const player = await playerNamed("streaming");
    const own = () => shortcodesOf(player, player.address);
    const set = (roles: Partial<typeof users.$inferInsert>) =>
      server.db.update(users).set(roles).where(eq(users.wallet, player.address));
    expect(await own()).toEqual(["gallop", "snow"]);
    await set({ isStreamer: true });
    expect(await own()).toEqual(["gallop", "on-air", "snow"]);
    await set({ isStreamer: false, isPartner: true });
    expect(await own()).toEqual(["gallop", "handshake", "snow"]);
  });

  it("EMOTE-6 an assignment beats the scope, until it is undone", async () => {
    const player = await playerNamed("assigned");
    const own = () => shortcodesOf(player, player.address);
    const assign = (groupId: string, more: object = {}) =>
      asAdmin("POST", "/emote-groups/assign", { walletAddress: player.address, groupId, ...more });
    expect((await assign(streamers)).body).toMatchObject({ enabled: true });
    expect((await assign(everybodys, { enabled: false })).status).toBe(200);
    expect(await own()).toEqual(["on-air", "snow"]);
    await asAdmin("POST", "/emote-groups/unassign", { walletAddress: player.address, groupId: everybodys });
    expect(await own()).toEqual(["gallop", "on-air", "snow"]);
    expect(await shortcodesOf()).toEqual(["gallop", "snow"]);
    expect((await assign("nothing")).body.code).toBe("EMOTE_GROUP_NOT_FOUND");
  });

  it("EMOTE-6 of another wallet is nobody's to see", async () => {
    const [player, other] = [await playerNamed("curious"), await playerNamed("private")];
    const manifestOf = (browser: typeof anybody, wallet: string) =>
      browser.call("GET", `/api/emotes/manifest/${encodeURIComponent(wallet)}`);
    expect((await manifestOf(player, other.address)).body.code).toBe("WRONG_WALLET");
    expect((await manifestOf(anybody, other.address)).body.code).toBe("NOT_SIGNED_IN");
    for (const wallet of ["Anonymous", "../..", "../../admin/emotes", "%00", "a".repeat(150)])
      expect((await manifestOf(player, wallet)).status).toBeGreaterThanOrEqual(400);
  });

  it("is answered 304 to whoever has it already, and anew after any change", async () => {
    const ask = (etag?: string) =>
      anybody.call("GET", "/api/emotes/manifest/anonymous", {
        headers: etag === undefined ? {} : { "if-none-match": etag },
      });
    const first = await ask();
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const again = await ask(`"other", ${etag}`);
    expect([again.status, again.text]).toEqual([304, ""]);
    await asAdmin("PATCH", `/emote-groups/${winter}`, { active: false });
    expect((await ask(etag)).status).toBe(200);
    await asAdmin("PATCH", `/emote-groups/${winter}`, { active: true });
    expect((await ask(etag)).status).toBe(200);
  });
});

describe("the files", () => {
  const pathOf = async (shortcode: string): Promise<string> => {
    const { body } = await anybody.call("GET", "/api/emotes/manifest/anonymous");
    return body.emotes.find((one: { shortcode: string }) => one.shortcode === shortcode).file_path;
  };

  it("EMOTE-9 LIMITS-6 are served as what they are, for good, and can do nothing", async () => {
    const file = await anybody.call("GET", await pathOf("gallop"));
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(file.text.slice(0, 4)).toBe("RIFF");
    expect((await anybody.call("HEAD", await pathOf("gallop"))).status).toBe(200);
  });

  it("EMOTE-9 a name that is none leads nowhere, whatever it holds", async () => {
    const path = await pathOf("gallop");
    const names = [
      "..%2f..%2fpackage.json",
      "gallop.webp",
      `${path.split("/")[2]}%00`,
      path.split("/")[2]?.replace(".1.", ".2.") ?? "",
      path.split("/")[2]?.replace(".1.", ".0.") ?? "",
      path.split("/")[2]?.replace(".1.", ".1.still.") ?? "",
      `${"0".repeat(32)}.1.webp`,
      "'; drop table emotes; --.1.webp",
    ];
    for (const name of names) {
      const { status } = await anybody.call("GET", `/emotes/${name}`);
      expect(`${name} ${status}`).toBe(`${name} 404`);
    }
    expect((await anybody.call("GET", path)).status).toBe(200);
  });

  it("a higher version is another path, and the one before still leads to the picture", async () => {
    const before = await pathOf("snow");
    const id = before.slice("/emotes/".length, before.indexOf("."));
    const bumped = await asAdmin("POST", `/emotes/${id}/bump`);
    expect(bumped.body.emote).toMatchObject({ version: 2, file_path: `/emotes/${id}.2.webp` });
    expect(await pathOf("snow")).toBe(`/emotes/${id}.2.webp`);
    for (const path of [before, await pathOf("snow")])
      expect((await anybody.call("GET", path)).status).toBe(200);
  });
});

describe("what an admin does", () => {
  it("an upload is named by the server and stored as it was written anew", async () => {
    const { status, body } = await upload(everybodys, "Photo-Finish", { fileName: "../../evil.svg" });
    expect(status).toBe(201);
    expect(body.emote.file_path).toMatch(/^\/emotes\/[0-9a-f]{32}\.1\.webp$/);
    const [row] = await server.db.select().from(emotes).where(eq(emotes.id, body.emote.id));
    expect(Buffer.from(row?.picture ?? []).toString("latin1", 8, 12)).toBe("WEBP");
    const audited = await server.db.select().from(auditLog).where(eq(auditLog.subject, body.emote.id));
    expect(audited).toMatchObject([{ actor: admin.address, action: "emotes.upload" }]);
  });

  it("one that moves has a still picture beside it", async () => {
    const moving = dataUrl(await movingWebp(3, { width: 20, height: 20 }), "webp");
    const { body } = await upload(everybodys, "moving", { dataUrl: moving });
    expect(body.emote.still_path).toBe(`/emotes/${body.emote.id}.1.still.webp`);
    expect((await anybody.call("GET", body.emote.still_path)).status).toBe(200);
  });

  it.each([
    ["a shortcode that is there, in other letters", "GALLOP", {}, "EMOTE_EXISTS"],
    ["a picture that is none", "none", { dataUrl: dataUrl(Buffer.from("no")) }, "EMOTE_IMAGE_INVALID"],
    ["another kind of file", "svg", { dataUrl: "data:image/svg+xml;base64,PHN2Zz4=" }, "EMOTE_IMAGE_INVALID"],
    ["a group that is none", "lost", { groupId: "none" }, "EMOTE_GROUP_NOT_FOUND"],
    ["a name with a blank", "two words", {}, "INVALID_INPUT"],
  ])("%s is refused", async (_what, shortcode, more, code) => {
    expect((await upload(everybodys, shortcode, more)).body.code).toBe(code);
    expect((await upload(everybodys, shortcode, more)).body.field).toBeDefined();
  });

  it("a group has a name of its own and can be switched off for all", async () => {
    const again = await asAdmin("POST", "/emote-groups", { name: "everybody's", scope: "global" });
    expect([again.status, again.body.code]).toEqual([409, "EMOTE_GROUP_EXISTS"]);
    const off = await asAdmin("PATCH", `/emote-groups/${winter}`, { active: false });
    expect(off.body.group).toMatchObject({ active: false });
    expect(await shortcodesOf()).not.toContain("snow");
    const listed = await adminBrowser.call("GET", `/api/admin/emote-groups?walletAddress=${admin.address}`);
    expect(listed.body.groups).toContainEqual({ ...off.body.group, emote_count: 1, wallet_count: 0 });
    const inGroup = await adminBrowser.call(
      "GET",
      `/api/admin/emotes?walletAddress=${admin.address}&groupId=${winter}`,
    );
    expect(inGroup.body.emotes).toMatchObject([{ shortcode: "snow" }]);
    expect((await asAdmin("PATCH", "/emote-groups/none", { active: true })).status).toBe(404);
  });

  it("a deleted emote is gone with its name and its pictures", async () => {
    const { body } = await upload(everybodys, "brief");
    const gone = await adminBrowser.call(
      "DELETE",
      `/api/admin/emotes/${body.emote.id}?walletAddress=${admin.address}`,
    );
    expect(gone.body).toEqual({ success: true, id: body.emote.id });
    expect(await shortcodesOf()).not.toContain("brief");
    expect((await anybody.call("GET", body.emote.file_path)).status).toBe(404);
    expect((await upload(everybodys, "brief")).status).toBe(201);
    expect((await asAdmin("POST", `/emotes/${body.emote.id}/bump`)).body.code).toBe("EMOTE_NOT_FOUND");
  });
});

describe("a holiday's group", () => {
  const inMs = (ms: number) => new Date(server.clock.now() + ms).toISOString();

  it("is in no manifest outside of its dates, for whoever it was assigned to", async () => {
    const starts_at = inMs(60_000);
    const ends_at = inMs(120_000);
    const made = await asAdmin("POST", "/emote-groups", {
      name: "Derby",
      scope: "holiday",
      starts_at,
      ends_at,
    });
    expect(made.body.group).toMatchObject({ starts_at, ends_at, active: true });
    const { id } = made.body.group;
    await upload(id, "derby-hat");
    const guest = await playerNamed("derby_guest");
    await asAdmin("POST", "/emote-groups/assign", {
      groupId: id,
      walletAddress: guest.address,
      enabled: true,
    });
    const sees = async () => [
      (await shortcodesOf()).includes("derby-hat"),
      (await shortcodesOf(guest, guest.address)).includes("derby-hat"),
    ];
    const manifest = async () => {
      const { body, headers } = await anybody.call("GET", "/api/emotes/manifest/anonymous");
      return { next: body.nextChangeAt, etag: headers.get("etag") };
    };
    const before = await manifest();
    expect(await sees()).toEqual([false, false]);
    expect(before.next).toBe(starts_at);
    await server.clock.advance(60_000);
    const during = await manifest();
    expect(await sees()).toEqual([true, true]);
    expect(during.next).toBe(ends_at);
    await server.clock.advance(60_000);
    const after = await manifest();
    expect(await sees()).toEqual([false, false]);
    expect(after.next).toBeNull();
    expect(new Set([before.etag, during.etag, after.etag]).size).toBe(3);

    // Scheduled for another year.
    const again = await asAdmin("PATCH", `/emote-groups/${id}`, { starts_at: null, ends_at: inMs(60_000) });
    expect(again.body.group).toMatchObject({ starts_at: null, active: true });
    expect(await sees()).toEqual([true, true]);
    const [row] = await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(row).toMatchObject({
      action: "emotes.date-group",
      subject: id,
      before: { startsAt: starts_at, endsAt: ends_at },
      after: { startsAt: null },
    });
    const off = await asAdmin("PATCH", `/emote-groups/${id}`, { active: false });
    expect(off.body.group).toMatchObject({
      active: false,
      starts_at: null,
      ends_at: again.body.group.ends_at,
    });
    expect(await sees()).toEqual([false, false]);
  });

  it("has an end after its start, and no other group has dates", async () => {
    const create = (name: string, about: object) => asAdmin("POST", "/emote-groups", { name, ...about });
    const refused = { success: false, code: "INVALID_INPUT" };
    const backwards = { scope: "holiday", starts_at: inMs(2_000), ends_at: inMs(1_000) };
    expect((await create("Backwards", backwards)).body).toMatchObject({ ...refused, field: "ends_at" });
    expect((await create("Global", { scope: "global", starts_at: inMs(0) })).body).toMatchObject({
      ...refused,
      field: "starts_at",
    });
    expect((await create("Partner", { scope: "partner", ends_at: inMs(9_000) })).body).toMatchObject({
      ...refused,
      field: "ends_at",
    });
    expect((await create("Words", { scope: "holiday", ends_at: "Easter" })).body).toMatchObject({
      ...refused,
      field: "ends_at",
    });
    const change = (id: string, about: object) => asAdmin("PATCH", `/emote-groups/${id}`, about);
    expect((await change(everybodys, { ends_at: inMs(9_000) })).body).toMatchObject({ field: "ends_at" });
    const easter = await newGroup("Easter", "holiday");
    expect((await change(easter, {})).body).toMatchObject({ ...refused, field: "active" });
    expect((await change(easter, { starts_at: inMs(2_000), ends_at: inMs(1_000) })).status).toBe(400);
    const { body } = await adminBrowser.call("GET", "/api/admin/emote-groups");
    expect(body.groups.find(({ id }: { id: string }) => id === easter)).toMatchObject({
      version: 1,
      ...always,
    });
  });
});

describe("a deleted group", () => {
  const remove = (id: string) =>
    adminBrowser.call("DELETE", `/api/admin/emote-groups/${id}?walletAddress=${admin.address}`);

  it("EMOTE-11 takes its emotes and assignments with it, and frees their names", async () => {
    const id = await newGroup("Doomed", "streamer");
    const player = await playerNamed("doomed_fan");
    await upload(id, "doom");
    await asAdmin("POST", "/emote-groups/assign", { walletAddress: player.address, groupId: id });
    expect(await shortcodesOf(player, player.address)).toContain("doom");
    const { body: listed } = await adminBrowser.call("GET", "/api/admin/emote-groups");
    expect(listed.groups.find((group: { id: string }) => group.id === id)).toMatchObject({
      emote_count: 1,
      wallet_count: 1,
    });
    expect((await remove(id)).body).toEqual({ success: true, id });
    expect(await shortcodesOf(player, player.address)).not.toContain("doom");
    const [row] = await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(row).toMatchObject({
      action: "emotes.delete-group",
      before: { name: "Doomed", scope: "streamer", emotes: ["doom"], wallets: 1 },
    });
    expect((await remove(id)).body.code).toBe("EMOTE_GROUP_NOT_FOUND");
    expect((await upload(everybodys, "doom")).status).toBe(201);
    await newGroup("Doomed", "streamer");
  });

  it("EMOTE-11 gets nothing that is added to it at the same moment", async () => {
    const id = await newGroup("Vanishing", "partner");
    const player = await playerNamed("late_fan");
    const [deleted, uploaded, assigned] = await Promise.all([
      remove(id),
      upload(id, "vanish"),
      asAdmin("POST", "/emote-groups/assign", { walletAddress: player.address, groupId: id }),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(assigned.status);
    expect([201, 404]).toContain(uploaded.status);
    expect(await server.db.select().from(emotes).where(eq(emotes.groupId, id))).toEqual([]);
  });
});
