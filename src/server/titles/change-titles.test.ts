import { desc } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BrowserSession, newBrowser, newWallet } from "../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../tests/support/http-server.ts";
import { auditLog } from "../db/schema/audit.ts";
import { readActiveTitles } from "./read-titles.ts";

const wallet = newWallet();
let server: TestServer;
let admin: BrowserSession;
beforeAll(async () => {
  server = await openTestServer({ adminWallets: [wallet.address] });
  admin = newBrowser(server.url, wallet);
  await admin.signIn();
});
afterAll(() => server.close());

const post = async (path: string, about: object) => {
  const body = { adminWallet: wallet.address, ...about };
  const answer = await admin.call("POST", `/api/admin/titles${path}`, { body });
  return { status: answer.status, ...answer.body };
};
const audited = async () => {
  const [row] = await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row;
};

it("TITLE-11 an admin makes a title, whose slug is its own", async () => {
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
  const { body } = await admin.call("GET", "/api/admin/titles");
  expect(body.titles).toEqual([made.title]);
});

it("TITLE-11 gives it to a player, who wears it until it is taken away", async () => {
  const { title } = await post("", { name: "Guest of Honour", slug: "guest" });
  const player = newBrowser(server.url);
  await player.signIn();
  const about = { walletAddress: player.address, titleId: title.id };
  expect(await post("/assign", about)).toMatchObject({ code: "USER_NOT_FOUND", field: "walletAddress" });
  await player.call("POST", "/api/users", { body: { walletAddress: player.address, username: "guest" } });
  expect(await post("/assign", about)).toMatchObject({ status: 200, ...about });
  expect(await audited()).toMatchObject({ action: "title.assign", after: { titleId: title.id } });
  const wear = () => player.call("POST", "/api/titles/set-active", { body: about });
  expect((await wear()).status).toBe(200);
  // Given once more, it is worn as before, and nothing is noted.
  const before = await audited();
  expect((await post("/assign", about)).status).toBe(200);
  expect(await audited()).toEqual(before);
  const worn = async () => (await readActiveTitles(server.db, [player.address])).get(player.address);
  expect(await worn()).toBe("Guest of Honour");
  expect(await post("/unassign", about)).toMatchObject({ status: 200, ...about });
  expect(await worn()).toBeUndefined();
  expect(await audited()).toMatchObject({
    action: "title.unassign",
    before: { titleId: title.id, isActive: true },
  });
  expect((await wear()).body.code).toBe("TITLE_LOCKED");
  expect(await post("/assign", { ...about, titleId: "t1" })).toMatchObject({ code: "TITLE_NOT_FOUND" });
});
