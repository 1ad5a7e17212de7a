import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserSession, newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { useTestServer } from "../../../../tests/support/use-test-server.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { listAudit } from "./list-audit.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";

const GENESIS = "0".repeat(64);
const at = new Date("2026-11-23T08:00:00.123Z");

interface Row {
  readonly id: number;
  readonly entry: string;
  readonly previous_hash: string;
  readonly hash: string;
}

/** Walks a whole log as an outsider would, from its first row; returns the ids of the rows that do not match. */
function unchained(rows: readonly Row[]): number[] {
  const oldestFirst = rows.toReversed();
  return oldestFirst
    .filter(({ id, entry, previous_hash, hash }, index) => {
      const before = oldestFirst[index - 1]?.hash ?? GENESIS;
      const own = createHash("sha256").update(`${before}\n${entry}`).digest("hex");
      return id !== index + 1 || previous_hash !== before || hash !== own;
    })
    .map(({ id }) => id);
}

describe("the audit log", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const write = (action: `setting.${string}`) =>
    database.db.transaction((tx) =>
      writeAudit(tx, {
        at,
        actor: "ada",
        action,
        subject: "house_edge",
        before: "5",
        after: { "ü\n": null },
      }),
    );
  const wholeLog = async () => {
    const listed = await listAudit(database.db, { limit: 100 });
    if (!listed.ok) throw new Error(listed.code);
    return listed.value.rows;
  };

  it("AUDIT-1 numbers and chains its rows, whoever writes at once, and skips those that were rolled back", async () => {
    await Promise.all(Array.from({ length: 5 }, (_, index) => write(`setting.change-${index}`)));
    const broken = database.db.transaction(async (tx) => {
      await writeAudit(tx, { at, actor: "ada", action: "setting.lost" });
      throw new Error("A bug");
    });
    await expect(broken).rejects.toThrow("A bug");
    await write("setting.last");
    const rows = await wholeLog();
    expect(rows.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(unchained(rows)).toEqual([]);
    expect(JSON.parse(rows[0]?.entry ?? "")).toEqual({
      id: 6,
      at: at.toISOString(),
      actor: "ada",
      action: "setting.last",
      subject: "house_edge",
      detail: null,
      before: "5",
      after: { "ü\n": null },
      reason: null,
    });
  });

  it("AUDIT-1 takes neither a number nor a hash from who writes", async () => {
    const forged = {
      at,
      actor: "ada",
      action: "forge",
      id: 999,
      hash: "f".repeat(64),
      previousHash: GENESIS,
    };
    await database.db.insert(auditLog).values(forged);
    expect(unchained(await wholeLog())).toEqual([]);
  });
});

describe("its page", () => {
  const wallet = newWallet();
  const site = useTestServer({ adminWallets: [wallet.address] });
  let admin: BrowserSession;
  beforeAll(async () => {
    admin = newBrowser(site.url, wallet);
    await admin.signIn();
    for (const [settingKey, settingValue] of [
      ["theme", "solana-future"],
      ["referral_rate", "2.5"],
      ["theme", "main-prime"],
    ])
      await admin.call("POST", "/api/admin/settings", {
        body: { adminWallet: wallet.address, settingKey, settingValue },
      });
  });
  const read = async (query: string) => (await admin.call("GET", `/api/admin/audit${query}`)).body;
  const subjectsIn = (body: { rows: readonly { subject: string | null }[] }) =>
    body.rows.map(({ subject }) => subject);

  it("AUDIT-2 is read by pages, and by actor, action, area and subject", async () => {
    const all = await read("");
    expect(subjectsIn(all)).toEqual(["theme", "referral_rate", "theme", "settings"]);
    expect(all.rows.at(-1).action).toBe("session.step-up");
    // A string, not a number.
    expect(all.rows[1].after).toBe("2.5");
    expect(unchained(all.rows)).toEqual([]);
    expect(all.rows[0]).toMatchObject({
      actor: wallet.address,
      before: "solana-future",
      after: "main-prime",
    });
    const first = await read("?limit=2");
    expect(subjectsIn(first)).toEqual(["theme", "referral_rate"]);
    expect(subjectsIn(await read(`?limit=2&cursor=${first.nextCursor}`))).toEqual(["theme", "settings"]);
    expect(subjectsIn(await read("?subject=referral_rate"))).toEqual(["referral_rate"]);
    expect((await read("?action=setting.")).rows).toHaveLength(3);
    expect((await read("?action=setting.change")).rows).toHaveLength(3);
    expect((await read("?action=setting")).rows).toEqual([]);
    expect((await read("?actor=nobody")).rows).toEqual([]);
    expect(await read("?cursor=x")).toMatchObject({ code: "INVALID_INPUT", field: "cursor" });
  });

  it("AUDIT-2 is read by days in UTC, the first and the last included", async () => {
    await site.server.clock.advance(36 * 3_600_000);
    await admin.signIn();
    await admin.call("POST", "/api/admin/settings", {
      body: { adminWallet: wallet.address, settingKey: "extend_seconds", settingValue: "15" },
    });
    const days = (await read("?action=setting.")).rows.map(({ at }: { at: string }) => at.slice(0, 10));
    const [last, first] = [days[0], days.at(-1)];
    expect(days).toEqual([last, first, first, first]);
    const late = (await read(`?from=${last}&action=setting.`)).rows;
    expect(late.map(({ subject }: { subject: string }) => subject)).toEqual(["extend_seconds"]);
    expect((await read(`?to=${first}&action=setting.`)).rows).toHaveLength(3);
    expect((await read(`?from=${first}&to=${last}&action=setting.`)).rows).toHaveLength(4);
    expect((await read(`?from=${first}&to=${first}&subject=referral_rate`)).rows).toHaveLength(1);
    expect((await read("?from=2031-01-01")).rows).toEqual([]);
    expect((await read("?to=2001-01-01")).rows).toEqual([]);
    expect((await read("?from=0000-01-01&to=9999-12-31&action=setting.")).rows).toHaveLength(4);
    expect(await read(`?from=${last}&to=${first}`)).toMatchObject({ code: "INVALID_INPUT", field: "to" });
    expect(await read("?from=yesterday")).toMatchObject({ code: "INVALID_INPUT", field: "from" });
  });
});
