import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { mustBeSound } from "../../../../tests/support/books.ts";
import { type BrowserSession, type Json, newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestServer } from "../../../../tests/support/http-server.ts";
import { type TestPlayer, useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { houseFunded } from "../../../domain/chain-postings.ts";
import { lamports } from "../../../domain/lamports.ts";
import { balanceOf, post } from "../../foundation/books/ledger.ts";
import { admins } from "../../foundation/db/schema/admins.ts";

/** Three admins of the environment on a public network; the first is the thief, who has no other wallet's key. */
const panel = useAdminPanel({ others: 2, isLocal: false });
const SOL = 1_000_000_000n;

let funded = 0;
let friend: TestPlayer;
let second: BrowserSession;
beforeEach(async () => {
  const { db, clock } = panel.server;
  // What an earlier test moved counts no more.
  await clock.advance(DAY_MS);
  await panel.admin.signIn();
  await panel.admin.stepUp("house-money");
  second = await panel.other();
  friend = await panel.newPlayer();
  const received = [{ kind: "hot" as const, address: "h", lamports: lamports(1_000n * SOL) }];
  await db.transaction((tx) => post(tx, houseFunded({ signature: `funding ${(funded += 1)}`, received })));
});
afterEach(() => mustBeSound(panel.server.db));

const balance = async (wallet: string) => Number(await balanceOf(panel.server.db, `user:${wallet}`)) / 1e9;
const give = async (sol: number, { to = friend.address, by = panel.admin } = {}): Promise<Json> => {
  const expectedBalance = await balance(to);
  const change = { walletAddress: to, expectedBalance, newBalance: expectedBalance + sol };
  return panel.post("balance", change, by);
};
const roles = (wallet: string, isAdmin: boolean, by = panel.admin): Promise<Json> =>
  panel.post("user/roles", { walletAddress: wallet, isAdmin }, by);
const special = (jackpotAmount: number): Promise<Json> =>
  panel.post("special-race", {
    raceType: "classic",
    houseEdge: 5,
    minBets: 2,
    countdownSeconds: 30,
    jackpotAmount,
  });
const set = (settingKey: string, settingValue: string, by = panel.admin): Promise<Json> =>
  panel.post("settings", { settingKey, settingValue }, by);
const waits = (answer: Json) => answer.approval?.status === "waiting";

/** Sessions and their confirmations end sooner than the days that pass here. */
async function signedIn(...all: readonly BrowserSession[]) {
  for (const admin of all) {
    await admin.signIn();
    await admin.stepUp("house-money");
  }
}

/** Makes a wallet an admin with the approval of an independent one. */
async function appoint(by: BrowserSession, approver: BrowserSession, age = DAY_MS): Promise<TestPlayer> {
  const appointed = await panel.newPlayer();
  const { approval } = await roles(appointed.address, true, by);
  expect(await panel.approve(approval.id, approver)).toMatchObject({ status: 200 });
  await panel.server.clock.advance(age);
  await signedIn(panel.admin, second, appointed);
  return appointed;
}

it("IDENTITY-5 one admin's key takes the limit and no more, however it is split", async () => {
  // The appointed accomplice, with which a large request was approved before.
  const { approval: large } = await give(50);
  const { approval: appointment } = await roles((await panel.newPlayer()).address, true);
  expect(appointment).toMatchObject({ kind: "roles", cause: "appointment", status: "waiting" });
  expect(await panel.approve(appointment.id, panel.admin)).toMatchObject({ code: "APPROVAL_OWN" });
  expect(await panel.approve(large.id, panel.admin)).toMatchObject({ code: "APPROVAL_OWN" });
  // Six times the limit in a row, and six at once.
  const answers = [await give(10)];
  for (let times = 0; times < 5; times += 1) answers.push(await give(10));
  expect(answers.map(waits)).toEqual([false, true, true, true, true, true]);
  expect(answers[1].approval).toMatchObject({ cause: "sum", moved_before: 10, sum_limit: 10 });
  const others = [special(10), special(0.01), give(0.01), set("jackpot_pool_amount", "0.01")];
  for (const other of others) expect(waits(await other)).toBe(true);
  expect(waits(await set("second_admin_above_sol", "100"))).toBe(true);
  expect(await balance(friend.address)).toBe(10);
  // A lower balance counts too, and nothing counts after a day.
  expect(waits(await give(-5))).toBe(true);
  await panel.server.clock.advance(DAY_MS);
  await panel.admin.signIn();
  await panel.admin.stepUp("house-money");
  expect(waits(await give(10))).toBe(false);
});

it("APPROVALS-1 what waits is not done beside it once it would fit, and so not twice", async () => {
  const other = await panel.newPlayer();
  await give(5, { to: other.address });
  await panel.server.clock.advance(DAY_MS / 2);
  await signedIn(panel.admin);
  const { approval } = await give(8);
  await panel.server.clock.advance(DAY_MS / 2);
  await signedIn(panel.admin, second);
  // The first five no longer count.
  expect((await give(8)).approval).toMatchObject({ id: approval.id, status: "waiting" });
  expect(await balance(friend.address)).toBe(0);
  expect(await panel.approve(approval.id, second)).toMatchObject({ status: 200 });
  expect(await balance(friend.address)).toBe(8);
});

it("IDENTITY-5 six acts at once do not all fit", async () => {
  const friends = [friend, ...(await Promise.all([1, 2, 3, 4, 5].map(() => panel.newPlayer())))];
  const answers = await Promise.all(friends.map(({ address }) => give(6, { to: address })));
  expect(answers.filter(waits)).toHaveLength(5);
  const given = await Promise.all(friends.map(({ address }) => balance(address)));
  expect(given.filter((sol) => sol > 0)).toEqual([6]);
});

it("APPROVALS-8 neither appointer nor appointed approve for each other, nor two of one appointer", async () => {
  const [one, two] = [await appoint(panel.admin, second), await appoint(panel.admin, second)];
  await signedIn(one);
  const { approval } = await give(50);
  for (const accomplice of [one, two])
    expect(await panel.approve(approval.id, accomplice)).toMatchObject({
      status: 403,
      code: "APPROVAL_NOT_INDEPENDENT",
    });
  const waiting = await give(50, { by: one });
  for (const accomplice of [panel.admin, two])
    expect(await panel.approve(waiting.approval.id, accomplice)).toMatchObject({
      code: "APPROVAL_NOT_INDEPENDENT",
    });
  expect(await balance(friend.address)).toBe(0);
  expect(await panel.approve(waiting.approval.id, second)).toMatchObject({ status: 200 });
  expect(await balance(friend.address)).toBe(50);
  // What another admin approved does not count.
  expect(waits(await give(10, { by: one }))).toBe(false);
});

it("APPROVALS-8 an appointed admin approves nothing for a day, to the millisecond", async () => {
  const fresh = await appoint(second, await panel.other(1), DAY_MS - 1);
  const { approval } = await give(50);
  expect(await panel.approve(approval.id, fresh)).toMatchObject({ status: 403, code: "APPROVAL_TOO_NEW" });
  await panel.server.clock.advance(1);
  expect(await panel.approve(approval.id, fresh)).toMatchObject({ status: 200 });
});

it("IDENTITY-5 what pays the admin's own wallet waits, however small", async () => {
  const body = { walletAddress: panel.wallet.address, username: `boss_${funded}` };
  await panel.admin.call("POST", "/api/users", { body });
  const own = await give(0.000_001, { to: panel.wallet.address });
  expect(own.approval).toMatchObject({ cause: "own-wallet", status: "waiting" });
  const referrer = { walletAddress: friend.address, referrer: panel.wallet.address };
  expect((await panel.post("user/referrer", referrer)).approval).toMatchObject({ cause: "own-wallet" });
});

it("IDENTITY-5 the sixth referrer that one admin changes in 24 hours waits", async () => {
  const change = async () => {
    const player = await panel.newPlayer();
    return panel.post("user/referrer", { walletAddress: player.address, referrer: friend.address });
  };
  for (let changed = 0; changed < 5; changed += 1) expect(waits(await change())).toBe(false);
  const sixth = await change();
  expect(sixth).toMatchObject({ approval: { cause: "referrers" }, user: { ref_by: null } });
  expect(await panel.approve(sixth.approval.id, second)).toMatchObject({ status: 200 });
});

it("IDENTITY-5 USERS-4 so does a sixth that is only taken away, and the approver signs that nobody is named", async () => {
  const players = [];
  for (let made = 0; made < 6; made += 1) players.push(await panel.newPlayer({ referrer: friend.username }));
  const clear = ({ address }: { readonly address: string }) =>
    panel.post("user/referrer", { walletAddress: address, referrer: null });
  for (const player of players.slice(0, 5)) expect(waits(await clear(player))).toBe(false);
  const last = players[5]!;
  const sixth = await clear(last);
  expect(sixth).toMatchObject({ approval: { cause: "referrers" }, user: { ref_by: friend.address } });
  expect(await panel.approve(sixth.approval.id, second)).toMatchObject({ status: 200 });
  const details = await panel.admin.call("GET", `/api/admin/user/${last.address}/details`);
  expect(details.body.user.ref_by).toBeNull();
});

it("APPROVALS-9 an approval carries the wallet's signature over what the request says", async () => {
  const { approval } = await give(50);
  const approveWith = async (text: string, signer = second) => {
    const signature = Buffer.from(signer.wallet.sign(new TextEncoder().encode(text))).toString("base64");
    return panel.post(`approvals/${approval.id}/approve`, { signature }, second);
  };
  for (const [text, signer] of [["I approve"], ["", second]] as const)
    expect(await approveWith(text, signer)).toMatchObject({ status: 403, code: "APPROVAL_UNSIGNED" });
  // Signed by the requester, by another wallet, or over another amount.
  expect(await panel.approve(approval.id, second, { signature: "AAAA" })).toMatchObject({
    code: "APPROVAL_UNSIGNED",
  });
  const other = await give(51);
  expect(other.approval.id).not.toBe(approval.id);
  expect(await panel.approve(approval.id, second)).toMatchObject({ status: 200 });
});

it("APPROVALS-10 without anybody who could approve, a request is refused at once and names the ways out", async () => {
  const alone = newBrowser("", undefined);
  const server = await openTestServer({ isLocal: false, adminWallets: [alone.address] });
  const admin = newBrowser(server.url, alone.wallet);
  await admin.signIn();
  await admin.stepUp("admins");
  const ask = async () => {
    const body = { adminWallet: admin.address, walletAddress: friend.address, isAdmin: true };
    return (await admin.call("POST", "/api/admin/user/roles", { body })).body;
  };
  const refused = await ask();
  expect(refused).toMatchObject({ success: false, code: "NO_SECOND_ADMIN" });
  expect(refused.message).toContain("ADMIN_WALLETS");
  expect(refused.message).toContain("SECOND_ADMIN_ABOVE_SOL");
  // An accomplice is not somebody who could.
  await server.db
    .insert(admins)
    .values({ wallet: friend.address, appointedBy: admin.address, appointedAt: new Date(0) });
  const limit = { adminWallet: admin.address, settingKey: "second_admin_above_sol", settingValue: "11" };
  expect((await admin.call("POST", "/api/admin/settings", { body: limit })).body).toMatchObject({
    code: "NO_SECOND_ADMIN",
  });
  await server.close();
});

it("USERS-6 only an admin of the environment removes one", async () => {
  const appointed = await appoint(panel.admin, second);
  const other = await appoint(second, panel.admin);
  await signedIn(appointed);
  expect(await roles(other.address, false, appointed)).toMatchObject({
    status: 403,
    code: "ADMIN_REMOVAL_RESERVED",
  });
  expect(await roles(other.address, false)).toMatchObject({ status: 200, user: { isAdmin: false } });
});

it("IDENTITY-5 the environment's limit outranks the setting, which is shown as fixed", async () => {
  const alone = newBrowser("", undefined);
  const fixed = { adminWallets: [alone.address], secondAdminAbove: lamports(3n * SOL) };
  const server = await openTestServer(fixed);
  const admin = newBrowser(server.url, alone.wallet);
  await admin.signIn();
  await admin.stepUp("house-money");
  const body = { adminWallet: admin.address, settingKey: "second_admin_above_sol", settingValue: "1" };
  expect((await admin.call("POST", "/api/admin/settings", { body })).body).toMatchObject({
    code: "SETTING_FIXED",
  });
  const settings = (await admin.call("GET", "/api/admin/settings")).body.settings;
  expect(settings).toContainEqual(
    expect.objectContaining({ setting_key: "second_admin_above_sol", setting_value: "3", fixed: true }),
  );
  const jackpot = (settingValue: string) =>
    admin.call("POST", "/api/admin/settings", {
      body: { ...body, settingKey: "jackpot_pool_amount", settingValue },
    });
  expect((await jackpot("3")).status).toBe(200);
  expect((await jackpot("3.01")).body).toMatchObject({ code: "NO_SECOND_ADMIN" });
  await server.close();
});
