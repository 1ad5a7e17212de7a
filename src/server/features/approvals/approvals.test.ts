import { and, desc, eq, gte, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { approvalPorts, noSignature } from "../../../../tests/support/approval-ports.ts";
import type { BrowserSession, Json } from "../../../../tests/support/browser-session.ts";
import { openLiveSocket } from "../../../../tests/support/live-socket.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { lamports } from "../../../domain/lamports.ts";
import { ok } from "../../../domain/result.ts";
import { approvals } from "../../foundation/db/schema/approvals.ts";
import { admins } from "../../foundation/db/schema/admins.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { notifications } from "../../foundation/db/schema/players.ts";
import { settings as storedSettings } from "../../foundation/db/schema/settings.ts";
import { readSettings, writeSetting } from "../../foundation/settings/stored-settings.ts";
import { approveRequest, expireApprovals } from "./decide-approval.ts";

const panel = useAdminPanel({ others: 3 });
const HOUR = 3_600_000;
const SOL = 1_000_000_000n;

let second: BrowserSession;
let begun: Date;
beforeEach(async () => {
  const { db, clock } = panel.server;
  await clock.advance(1);
  const at = new Date(clock.now());
  begun = at;
  for (const [key, value] of [
    ["jackpot_pool_amount", "0"],
    ["second_admin_above_sol", "10"],
  ] as const) {
    await db.transaction((tx) => writeSetting(tx, { key, value, by: null, at }));
  }
  await panel.admin.stepUp("house-money");
  second = await panel.other(0);
});

const set = (settingKey: string, settingValue: string, by = panel.admin) =>
  panel.post("settings", { settingKey, settingValue }, by);
const jackpot = (value: string, by = panel.admin) => set("jackpot_pool_amount", value, by);
const { approve } = panel;
const reject = (id: string, by: BrowserSession, about: object = {}) =>
  panel.post(`approvals/${id}/reject`, about, by);
const requestJackpot = async (value: string, by = panel.admin): Promise<string> =>
  ((await jackpot(value, by)) as Json).approval.id;
const list = async (query = ""): Promise<Json> =>
  (await panel.admin.call("GET", `/api/admin/approvals${query}`)).body;
/** The notifications that a wallet has received in this test, newest first. */
const toldTo = async (wallet: string) => {
  const rows = await panel.server.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.wallet, wallet), gte(notifications.createdAt, begun)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id));
  return rows.map(({ kind, params }) => ({ kind, ...(params as object) }));
};
const settings = () => readSettings(panel.server.db);
const actionsOf = async (subject: string) => {
  const rows = await panel.server.db.select().from(auditLog).where(eq(auditLog.subject, subject));
  return rows.map(({ action }) => action);
};

describe("what moves house money", () => {
  it("IDENTITY-5 APPROVALS-1 is done at once up to the limit, and waits above it, asked for once", async () => {
    expect(await jackpot("10")).toMatchObject({ setting: { setting_value: "10" }, approval: null });
    const waits = await jackpot("10.01");
    expect(waits).toMatchObject({
      status: 200,
      setting: { setting_value: "10" },
      approval: {
        kind: "jackpot-setting",
        status: "waiting",
        amount: 10.01,
        request: { settingValue: "10.01" },
        asked_by: panel.wallet.address,
        expires_at: new Date(panel.server.clock.now() + 24 * HOUR).toISOString(),
        decided_by: null,
      },
    });
    expect(await panel.audited()).toMatchObject({
      actor: panel.wallet.address,
      action: "approval.ask",
      detail: { kind: "jackpot-setting", request: { settingValue: "10.01" } },
    });
    expect((await settings()).jackpotPool).toBe(10n * SOL);
    // Pressing again, once or several times concurrently.
    const again = await Promise.all([jackpot("10.01"), jackpot("10.01")]);
    for (const { approval } of again as Json[]) expect(approval.id).toBe((waits as Json).approval.id);
    // A change that takes nothing from the house needs no approval.
    expect(await jackpot("9")).toMatchObject({ setting: { setting_value: "9" }, approval: null });
    expect(await jackpot("-1")).toMatchObject({ code: "SETTING_INVALID", field: "settingValue" });
  });

  it("IDENTITY-5 nobody raises the limit alone, and lowers it at once", async () => {
    const limit = (value: string, by = panel.admin) => set("second_admin_above_sol", value, by);
    expect(await limit("100")).toMatchObject({
      setting: { setting_value: "10" },
      approval: { kind: "limit-setting", status: "waiting" },
    });
    expect(await limit("1")).toMatchObject({ setting: { setting_value: "1" }, approval: null });
    expect(await jackpot("1.01")).toMatchObject({ approval: { status: "waiting" } });
    // Going back up to the former value is a raise.
    const back = (await limit("10")) as Json;
    expect((await settings()).secondAdminAbove).toBe(SOL);
    expect(await approve(back.approval.id, second)).toMatchObject({ approval: { status: "approved" } });
    expect((await settings()).secondAdminAbove).toBe(10n * SOL);
  });
});

describe("who is told", () => {
  it("APPROVALS-7 the other admins of a request, once and at once, and who asked of the decision", async () => {
    const [asker, third] = [await panel.other(1), await panel.other(2)];
    const live = await openLiveSocket(panel.url, third);
    const news = live.next("user-notification");
    const id = await requestJackpot("20", asker);
    await requestJackpot("20", asker);
    const asking = { kind: "approval_asked", by: asker.address, amount: 20 };
    const until = new Date(panel.server.clock.now() + 24 * HOUR).toISOString();
    expect((await news).notification).toMatchObject({
      kind: "approval_asked",
      type: "approval_asked",
      params: { by: asker.address, amount: 20, until },
    });
    live.close();
    for (const other of [second, third]) expect(await toldTo(other.address)).toEqual([{ ...asking, until }]);
    expect(await toldTo(asker.address)).toEqual([]);
    await approve(id, second);
    expect(await toldTo(asker.address)).toEqual([
      { kind: "approval_approved", by: second.address, amount: 20 },
    ]);
  });

  it("APPROVALS-7 who asked is told of a rejection and of an expiry, and of no withdrawal of its own", async () => {
    const asker = await panel.other(1);
    await reject(await requestJackpot("21", asker), asker);
    expect(await toldTo(asker.address)).toEqual([]);
    await reject(await requestJackpot("22", asker), second);
    const rejected = { kind: "approval_rejected", by: second.address, amount: 22 };
    expect(await toldTo(asker.address)).toEqual([rejected]);
    await requestJackpot("23", asker);
    await panel.server.clock.advance(24 * HOUR);
    await Promise.all([expireApprovals(panel.server), expireApprovals(panel.server)]);
    expect(await toldTo(asker.address)).toEqual([{ kind: "approval_expired", amount: 23 }, rejected]);
  });

  it("APPROVALS-7 nobody of what is refused or undone", async () => {
    await jackpot("-1");
    expect(await toldTo(second.address)).toEqual([]);
    const id = await requestJackpot("24");
    const before = await toldTo(panel.wallet.address);
    expect(await approve(id, panel.admin)).toMatchObject({ code: "APPROVAL_OWN" });
    await panel.server.clock.advance(24 * HOUR);
    await second.signIn();
    expect(await approve(id, second)).toMatchObject({ code: "APPROVAL_EXPIRED" });
    expect(await toldTo(panel.wallet.address)).toEqual(before);
  });
});

describe("a request", () => {
  it("APPROVALS-2 APPROVALS-4 is done by another admin's approval, once, with who asked and who approved", async () => {
    const id = await requestJackpot("30");
    expect(await approve(id, panel.admin)).toMatchObject({ status: 403, code: "APPROVAL_OWN" });
    const player = await panel.newPlayer();
    expect(await approve(id, player)).toMatchObject({ status: 403, code: "NOT_ADMIN" });
    expect((await settings()).jackpotPool).toBe(0n);

    const third = await panel.other(1);
    const answers = await Promise.all(
      [second, third, second, third].map((by) => approve(id, by, { reason: "agreed" })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409) as Json[];
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill("APPROVAL_DECIDED"));
    const won = answers.find(({ status }) => status === 200) as Json;
    const { decided_by: approvedBy } = won.approval;
    expect([second.address, third.address]).toContain(approvedBy);
    expect(won.approval).toMatchObject({ id, status: "approved", decision_reason: "agreed" });
    expect((await settings()).jackpotPool).toBe(30n * SOL);

    const done = await panel.server.db
      .select()
      .from(auditLog)
      .where(sql`${auditLog.action} = 'setting.change' and ${auditLog.after} = '"30"'::jsonb`);
    expect(done).toMatchObject([{ actor: panel.wallet.address, before: "0", detail: { approvedBy } }]);
    expect(await actionsOf(id)).toEqual(["approval.ask", "approval.approve"]);
    expect(await reject(id, second)).toMatchObject({ status: 409, code: "APPROVAL_DECIDED" });
    expect(await approve("approval-none", second)).toMatchObject({ status: 404, code: "APPROVAL_NOT_FOUND" });
  });

  it("IDENTITY-5 of the jackpot that stands already records who approved it, so that it no longer counts", async () => {
    expect(await jackpot("8")).toMatchObject({ changed: true, approval: null });
    await set("second_admin_above_sol", "5");
    expect(await approve(await requestJackpot("8"), second)).toMatchObject({ status: 200 });
    const { db } = panel.server;
    const [stored] = await db
      .select()
      .from(storedSettings)
      .where(eq(storedSettings.key, "jackpot_pool_amount"));
    expect(stored).toMatchObject({ value: "8", updatedBy: panel.wallet.address, approvedBy: second.address });
    const rows = await db.select().from(auditLog).where(eq(auditLog.subject, "jackpot_pool_amount"));
    expect(rows.at(-1)).toMatchObject({ before: "8", after: "8", detail: { approvedBy: second.address } });
  });

  it("APPROVALS-2 goes on waiting when doing it fails, with nothing of it done", async () => {
    const id = await requestJackpot("31");
    const dying = {
      kind: "jackpot-setting" as const,
      check: () => Promise.resolve(ok({ amount: lamports(31n * SOL), cause: null })),
      perform: () => Promise.reject(new Error("the process dies here")),
    };
    const approving = approvalPorts(panel.wallet.address, second.address);
    const ports = { ...panel.server, ...approving, actions: { "jackpot-setting": dying } };
    const approval = { id, by: second.address, reason: null, signature: noSignature };
    await expect(approveRequest(ports, approval)).rejects.toThrow("dies here");
    expect(await actionsOf(id)).toEqual(["approval.ask"]);
    expect(await approve(id, second)).toMatchObject({ approval: { status: "approved" } });
  });

  it("APPROVALS-2 is not approved once who asked is no admin any more", async () => {
    const appointed = await panel.newPlayer();
    const { db, clock } = panel.server;
    const appointedBy = panel.wallet.address;
    await db
      .insert(admins)
      .values({ wallet: appointed.address, appointedBy, appointedAt: new Date(clock.now()) });
    await appointed.stepUp("house-money");
    const id = await requestJackpot("32", appointed);
    await db.delete(admins).where(eq(admins.wallet, appointed.address));
    expect(await approve(id, panel.admin)).toMatchObject({ status: 409, code: "APPROVAL_ASKER_GONE" });
    expect((await settings()).jackpotPool).toBe(0n);
    expect(await reject(id, panel.admin)).toMatchObject({ approval: { status: "rejected" } });
  });

  it("APPROVALS-3 APPROVALS-4 is rejected by another admin and withdrawn by who asked", async () => {
    const [one, two] = [await requestJackpot("40"), await requestJackpot("41")];
    expect(await reject(one, second, { reason: "too much" })).toMatchObject({
      approval: { status: "rejected", decided_by: second.address, decision_reason: "too much" },
    });
    expect(await reject(two, panel.admin)).toMatchObject({ approval: { status: "withdrawn" } });
    for (const id of [one, two])
      expect(await approve(id, second)).toMatchObject({ status: 409, code: "APPROVAL_DECIDED" });
    expect(await actionsOf(one)).toEqual(["approval.ask", "approval.reject"]);
    expect(await actionsOf(two)).toEqual(["approval.ask", "approval.withdraw"]);
    expect((await settings()).jackpotPool).toBe(0n);
    // A closed request can be made again.
    expect(await requestJackpot("40")).not.toBe(one);
  });

  it("APPROVALS-3 APPROVALS-4 expires after 24 hours, to the millisecond", async () => {
    const id = await requestJackpot("50");
    await panel.server.clock.advance(24 * HOUR - 1);
    await expireApprovals(panel.server);
    await panel.admin.signIn();
    expect((await list()).waiting.map((one: Json) => one.id)).toContain(id);
    await panel.server.clock.advance(1);
    await second.signIn();
    expect(await approve(id, second)).toMatchObject({ status: 409, code: "APPROVAL_EXPIRED" });
    expect(await reject(id, second)).toMatchObject({ status: 409, code: "APPROVAL_EXPIRED" });
    expect((await list()).waiting.map((one: Json) => one.id)).not.toContain(id);
    await expireApprovals(panel.server);
    await expireApprovals(panel.server);
    expect((await list()).decided).toContainEqual(
      expect.objectContaining({ id, status: "expired", decided_by: null }),
    );
    expect(await actionsOf(id)).toEqual(["approval.ask", "approval.expire"]);
    expect(await approve(id, second)).toMatchObject({ status: 409, code: "APPROVAL_EXPIRED" });
    expect((await settings()).jackpotPool).toBe(0n);
  });

  it("APPROVALS-2 is not changed, decided twice or approved by who asked, whoever writes to the database", async () => {
    const id = await requestJackpot("60");
    const { db } = panel.server;
    const change = (values: Partial<typeof approvals.$inferInsert>) =>
      db.update(approvals).set(values).where(eq(approvals.id, id));
    const decidedAt = new Date(panel.server.clock.now());
    const approved = { status: "approved" as const, decidedAt };
    await expect(change({ request: { settingValue: "1000" } })).rejects.toThrow("Failed query");
    await expect(change({ ...approved, decidedBy: panel.wallet.address })).rejects.toThrow("Failed query");
    await expect(change(approved)).rejects.toThrow("Failed query");
    await expect(db.delete(approvals).where(eq(approvals.id, id))).rejects.toThrow("Failed query");
    await change({ status: "rejected", decidedBy: second.address, decidedAt });
    await expect(change({ ...approved, decidedBy: second.address })).rejects.toThrow("Failed query");
  });

  it("APPROVALS-1 APPROVALS-5 is listed; twenty of one admin wait at most, and do not keep others from asking", async () => {
    const busy = await panel.other(2);
    const ids: string[] = [];
    for (let number = 0; number < 20; number++) {
      await panel.server.clock.advance(1);
      ids.push(await requestJackpot(`7${number}`, busy));
    }
    expect(await jackpot("99", busy)).toMatchObject({ status: 409, code: "APPROVALS_FULL" });
    expect(await jackpot("99", second)).toMatchObject({ approval: { status: "waiting" } });
    const { waiting } = await list();
    expect(waiting.map((one: Json) => one.id).filter((id: string) => ids.includes(id))).toEqual(ids);
    for (const id of ids.slice(0, 3)) {
      await panel.server.clock.advance(1);
      await reject(id, second);
    }
    const first = await list("?limit=2");
    expect(first.decided.map((one: Json) => one.id)).toEqual([ids[2], ids[1]]);
    const rest = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect(rest.decided[0].id).toBe(ids[0]);
    expect(await list("?cursor=x")).toMatchObject({ code: "INVALID_INPUT", field: "cursor" });
  });
});
