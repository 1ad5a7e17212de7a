import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openLiveSocket } from "../../../../tests/support/live-socket.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { titleIdOf } from "../../../domain/achievements.ts";
import { playerTitles } from "../../foundation/db/schema/titles.ts";
import { listTitles } from "./change-titles.ts";
import { storeAchievementTitles } from "./check-achievements.ts";
import { readActiveTitles } from "./read-titles.ts";

const panel = useAdminPanel();
const { wallet, audited } = panel;
const post = (path: string, about: object) => panel.post(`titles${path}`, about);

it("an admin makes a title, whose slug is its own", async () => {
  const made = await post("", { name: "Founding Member", slug: "founder" });
  expect(made).toMatchObject({ status: 201, title: { name: "Founding Member", slug: "founder" } });
  expect(await audited()).toMatchObject({ actor: wallet.address, action: "title.create", after: made.title });
  expect(await post("", { name: "Other", slug: "founder" })).toMatchObject({
    status: 409,
    code: "TITLE_EXISTS",
    field: "slug",
  });
  for (const slug of ["", "Founder", "a--b", "-a", "a b", "x".repeat(41)])
    expect(await post("", { name: "Other", slug })).toMatchObject({ status: 400, field: "slug" });
  const { body } = await panel.admin.call("GET", "/api/admin/titles");
  expect(body.titles).toEqual([{ ...made.title, holders: 0 }]);
});

it("TITLE-8 a title that an admin gives is announced as an earned one is, once", async () => {
  const { title } = await post("", { name: "Patron", slug: "patron" });
  const player = await panel.newPlayer();
  const socket = await openLiveSocket(panel.url, player);
  const about = { walletAddress: player.address, titleId: title.id };
  expect((await post("/assign", about)).status).toBe(200);
  const notice = { kind: "title_unlocked", params: { titleId: title.id, title: "Patron" } };
  expect(await socket.next("user-notification")).toMatchObject({ notification: notice });
  expect((await post("/assign", about)).changed).toBe(false);
  const { body } = await player.call("GET", `/api/notifications/${player.address}`);
  expect(body.notifications).toMatchObject([notice]);
  socket.close();
});

it("gives it to a player, who wears it until it is taken away", async () => {
  const { title } = await post("", { name: "Guest of Honour", slug: "guest" });
  const player = newBrowser(panel.url);
  await player.signIn();
  const about = { walletAddress: player.address, titleId: title.id };
  expect(await post("/assign", about)).toMatchObject({ code: "USER_NOT_FOUND", field: "walletAddress" });
  await player.call("POST", "/api/users", { body: { walletAddress: player.address, username: "guest" } });
  expect(await post("/assign", about)).toMatchObject({ status: 200, ...about });
  expect(await audited()).toMatchObject({
    action: "title.assign",
    after: { titleId: title.id, isActive: true },
  });
  const wear = () => player.call("POST", "/api/titles/set-active", { body: about });
  // Assigned again, it is worn as before, and nothing is audited.
  const before = await audited();
  expect((await post("/assign", about)).status).toBe(200);
  expect(await audited()).toEqual(before);
  const worn = async () => (await readActiveTitles(panel.server.db, [player.address])).get(player.address);
  expect(await worn()).toBe("Guest of Honour");
  expect(await post("/unassign", about)).toMatchObject({ status: 200, ...about });
  expect(await worn()).toBeUndefined();
  expect(await audited()).toMatchObject({
    action: "title.unassign",
    before: { titleId: title.id, isActive: true },
    after: null,
  });
  expect((await wear()).body.code).toBe("TITLE_LOCKED");
  expect(await post("/assign", { ...about, titleId: "t1" })).toMatchObject({ code: "TITLE_NOT_FOUND" });
});

it("TITLE-6 the audit log says which title is worn instead of the one that was taken away", async () => {
  const player = await panel.newPlayer();
  const give = async (slug: string) => {
    const { title } = await post("", { name: slug, slug });
    await panel.server.clock.advance(1_000);
    expect((await post("/assign", { walletAddress: player.address, titleId: title.id })).status).toBe(200);
    return title.id as string;
  };
  const first = await give("first");
  const second = await give("second");
  expect(await audited()).toMatchObject({
    action: "title.assign",
    after: { titleId: second, isActive: false },
  });
  await post("/unassign", { walletAddress: player.address, titleId: first });
  expect(await audited()).toMatchObject({
    action: "title.unassign",
    before: { titleId: first, isActive: true },
    after: { titleId: second, isActive: true },
  });
});

it("a title counts its holders and names them by pages, the latest first", async () => {
  const { title } = await post("", { name: "Steward", slug: "steward" });
  const players = [await panel.newPlayer(), await panel.newPlayer(), await panel.newPlayer()];
  const give = (walletAddress: string) => post("/assign", { walletAddress, titleId: title.id });
  for (const { address } of players) {
    await panel.server.clock.advance(1_000);
    expect((await give(address)).status).toBe(200);
  }
  const [first, second, third] = players;
  // The second wears another title.
  const { title: other } = await post("", { name: "Marshal", slug: "marshal" });
  await post("/assign", { walletAddress: second?.address, titleId: other.id });
  await second?.call("POST", "/api/titles/set-active", {
    body: { walletAddress: second.address, titleId: other.id },
  });
  const count = async () =>
    (await panel.admin.call("GET", "/api/admin/titles")).body.titles.find(
      ({ id }: { id: string }) => id === title.id,
    ).holders;
  const holders = async (query: string) =>
    (await panel.admin.call("GET", `/api/admin/titles/${title.id}/holders?${query}`)).body;
  expect(await count()).toBe(3);
  await give(players[0]!.address);
  expect(await count()).toBe(3);
  const page = await holders("limit=2");
  expect(page.holders).toHaveLength(2);
  const rest = await holders(`limit=2&cursor=${page.nextCursor}`);
  expect(rest.nextCursor).toBeNull();
  const all = [...page.holders, ...rest.holders];
  expect(all.map(({ wallet_address: one }) => one)).toEqual(
    players.toReversed().map(({ address }) => address),
  );
  const of = (player = first) => all.find(({ wallet_address: one }) => one === player?.address);
  expect(of(first)).toMatchObject({ username: first?.username, is_active: true });
  expect(of(second)).toMatchObject({ username: second?.username, is_active: false });
  expect(of(third)).toMatchObject({ username: third?.username, is_active: true });

  for (let time = 1; time <= 2; time++) {
    await post("/unassign", { walletAddress: first?.address, titleId: title.id });
    expect(await count()).toBe(2);
  }
  expect((await holders("limit=10")).holders).toHaveLength(2);
  const unknown = await panel.admin.call("GET", "/api/admin/titles/t1/holders");
  expect([unknown.status, unknown.body.code]).toEqual([404, "TITLE_NOT_FOUND"]);
  const bad = await panel.admin.call("GET", `/api/admin/titles/${title.id}/holders?cursor=x`);
  expect([bad.status, bad.body.field]).toEqual([400, "cursor"]);
  const asPlayer = await third?.call("GET", `/api/admin/titles/${title.id}/holders`);
  expect(asPlayer?.status).toBe(403);
});

it("the counts follow statements of many rows, and a change that is rolled back leaves them", async () => {
  const { db } = panel.server;
  await storeAchievementTitles(panel.server);
  const ids = ["first-win", "streak-3"].map((slug) => titleIdOf({ slug }));
  const wallets = [await panel.newPlayer(), await panel.newPlayer()].map(({ address }) => address);
  const rows = ids.flatMap((titleId) =>
    wallets.map((one) => ({ wallet: one, titleId, unlockedAt: new Date(0) })),
  );
  const counts = async () => {
    const listed = await listTitles(db);
    return ids.map((id) => listed.find((title) => title.id === id)?.holders);
  };
  expect(await counts()).toEqual([0, 0]);
  await db.insert(playerTitles).values(rows);
  expect(await counts()).toEqual([2, 2]);
  await db.delete(playerTitles).where(eq(playerTitles.wallet, wallets[0]!));
  expect(await counts()).toEqual([1, 1]);
  const undone = db.transaction(async (tx) => {
    await tx.delete(playerTitles).where(eq(playerTitles.wallet, wallets[1]!));
    tx.rollback();
  });
  await expect(undone).rejects.toThrow("Rollback");
  expect(await counts()).toEqual([1, 1]);
});

describe("deleting one", () => {
  const remove = (id: string) =>
    panel.admin.call("DELETE", `/api/admin/titles/${id}?walletAddress=${wallet.address}`);
  const newTitle = async (slug: string) => (await post("", { name: slug, slug })).title;
  const give = async (player: { readonly address: string }, titleId: string) => {
    await panel.server.clock.advance(1_000);
    return post("/assign", { walletAddress: player.address, titleId });
  };
  const worn = async ({ address }: { readonly address: string }) =>
    (await readActiveTitles(panel.server.db, [address])).get(address);

  it("TITLE-9 its holders lose it, wear the latest of their others, and the name is free", async () => {
    const [older, newer, doomed] = [
      await newTitle("older"),
      await newTitle("newer"),
      await newTitle("doomed"),
    ];
    const [rich, poor] = [await panel.newPlayer(), await panel.newPlayer()];
    for (const { id } of [doomed, older, newer]) await give(rich, id);
    await give(poor, doomed.id);
    expect(await worn(rich)).toBe("doomed");
    const { body } = await remove(doomed.id);
    expect(body).toEqual({ success: true, id: doomed.id, holders: 2 });
    expect([await worn(rich), await worn(poor)]).toEqual(["newer", undefined]);
    expect(await audited()).toMatchObject({
      actor: wallet.address,
      action: "title.delete",
      subject: doomed.id,
      before: { name: "doomed", slug: "doomed", holders: 2 },
    });
    expect((await remove(doomed.id)).body).toMatchObject({ code: "TITLE_NOT_FOUND", field: "id" });
    expect((await post("", { name: "doomed", slug: "doomed" })).status).toBe(201);
  });

  it("TITLE-9 one that players earn stays", async () => {
    await storeAchievementTitles(panel.server);
    const id = titleIdOf({ slug: "first-win" });
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: "TITLE_EARNED" } });
    expect((await listTitles(panel.server.db)).some((title) => title.id === id)).toBe(true);
  });

  it("TITLE-9 given while it is deleted, nobody is left with one that is gone", async () => {
    const players = [await panel.newPlayer(), await panel.newPlayer(), await panel.newPlayer()];
    const { id } = await newTitle("fleeting");
    const [deleted, ...given] = await Promise.all([
      remove(id),
      ...players.map(({ address }) => post("/assign", { walletAddress: address, titleId: id })),
    ]);
    expect(deleted.status).toBe(200);
    for (const answer of given) expect([200, 404]).toContain(answer.status);
    const left = await panel.server.db.select().from(playerTitles).where(eq(playerTitles.titleId, id));
    expect(left).toEqual([]);
  });
});
