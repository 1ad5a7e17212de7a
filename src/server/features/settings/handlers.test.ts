import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { genesisHashes } from "../../../domain/genesis-hashes.ts";
import { newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { openLiveSocket } from "../../../../tests/support/live-socket.ts";
import { settingDefinitions, settingKeys } from "../../../domain/settings.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";

const admin = newWallet();
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({
    adminWallets: [admin.address],
  });
});
afterAll(() => server.close());

const get = (path: string) => newBrowser(server.url).call("GET", path);
const set = (key: string, value: string) =>
  server.db.execute(sql`insert into settings (key, value, updated_at) values (${key}, ${value}, now())
    on conflict (key) do update set value = excluded.value`);
const keysOf = (body: { settings: { setting_key: string }[] }) =>
  body.settings.map(({ setting_key }) => setting_key).toSorted();

describe("settings", () => {
  it("ACCESS-4 are shown without an admin's session only where public pages need them", async () => {
    const publicKeys = settingKeys.filter((key) => settingDefinitions[key].isPublic).toSorted();
    expect(publicKeys).toContain("superfecta_bonus_sol");
    expect(publicKeys).not.toContain("chat_moderators");
    expect(keysOf((await get("/api/admin/settings")).body)).toEqual(publicKeys);
    const player = newBrowser(server.url);
    await player.signIn();
    expect(keysOf((await player.call("GET", "/api/admin/settings")).body)).toEqual(publicKeys);
    const adminBrowser = newBrowser(server.url, admin);
    await adminBrowser.signIn();
    const all = await adminBrowser.call("GET", `/api/admin/settings?walletAddress=${admin.address}`);
    expect(keysOf(all.body)).toEqual(settingKeys.toSorted());
  });

  it("are the stored ones, else the initial ones", async () => {
    const bonus = async () => {
      const { settings } = (await get("/api/admin/settings")).body;
      return settings.find(
        ({ setting_key }: { setting_key: string }) => setting_key === "superfecta_bonus_sol",
      ).setting_value;
    };
    expect(await bonus()).toBe(settingDefinitions.superfecta_bonus_sol.initial);
    await set("superfecta_bonus_sol", "3.5");
    expect(await bonus()).toBe("3.5");
  });
});

describe("a change", () => {
  it("LIMITS-8 keeps the description that an admin sends with it as its reason in the audit log", async () => {
    const boss = newBrowser(server.url, admin);
    await boss.signIn();
    const body = {
      adminWallet: admin.address,
      settingKey: "extend_seconds",
      settingValue: "15",
      description: " Late bets came in too fast ",
    };
    const answer = await boss.call("POST", "/api/admin/settings", { body });
    expect(answer.body.setting.description).toBe(settingDefinitions.extend_seconds.description);
    const rows = await server.db.select().from(auditLog).where(eq(auditLog.subject, "extend_seconds"));
    expect(rows.at(-1)).toMatchObject({
      actor: admin.address,
      after: "15",
      reason: "Late bets came in too fast",
    });
  });
});

describe("the theme", () => {
  it("is changed by an admin's call or event, to one of the two, and told to open pages", async () => {
    const boss = newBrowser(server.url, admin);
    await boss.signIn();
    await boss.stepUp("content");
    const player = newBrowser(server.url);
    await player.signIn();
    const [bossSocket, page, visitor] = await Promise.all([
      openLiveSocket(server.url, boss),
      openLiveSocket(server.url, player),
      openLiveSocket(server.url, null),
    ]);
    const theme = async () => (await get("/api/admin/public-theme")).body.theme;
    expect(await bossSocket.ask("change-theme", { theme: "solana-future" })).toEqual({ success: true });
    expect(await page.next("theme-update")).toEqual({ theme: "solana-future" });
    expect(await visitor.next("theme-update")).toEqual({ theme: "solana-future" });
    expect(await theme()).toBe("solana-future");
    expect(await bossSocket.ask("change-theme", { theme: "neon" })).toMatchObject({ code: "THEME_UNKNOWN" });
    expect(await page.ask("change-theme", { theme: "main-prime" })).toMatchObject({ code: "NOT_ADMIN" });
    const body = { adminWallet: admin.address, settingKey: "theme", settingValue: "main-prime" };
    expect((await boss.call("POST", "/api/admin/settings", { body })).status).toBe(200);
    await bossSocket.next("theme-update");
    await expect.poll(() => page.all("theme-update"), { timeout: 10_000 }).toHaveLength(2);
    expect(await theme()).toBe("main-prime");
    const audited = await server.db.select().from(auditLog).where(eq(auditLog.subject, "theme"));
    expect(audited).toMatchObject([
      { actor: admin.address, action: "setting.change", after: "solana-future" },
      { actor: admin.address, action: "setting.change", before: "solana-future", after: "main-prime" },
    ]);
    bossSocket.close();
    page.close();
  });
});

describe("what a page needs at start-up", () => {
  it("LIMITS-19 the genesis hash is that of the network, also where the node is of another one", async () => {
    await set("network", "devnet");
    const { body } = await get("/api/public/runtime");
    await set("network", "localnet");
    expect(body).toMatchObject({ network: "devnet", genesisHash: genesisHashes.devnet });
  });

  it("follows the settings", async () => {
    const { body } = await get("/api/public/runtime");
    expect(body).toMatchObject({
      success: true,
      maintenance: false,
      network: "localnet",
      rpcMainnet: null,
      rpcDevnet: null,
      rpcLocal: "/rpc",
      genesisHash: "11111111111111111111111111111111",
      testing: false,
      minBet: 0.01,
      maxBet: 10,
      minWithdrawal: 0.01,
      priorityFeeCap: 0.0001,
      minimumAge: null,
      serverNow: new Date(server.clock.now()).toISOString(),
    });
    await set("site_maintenance_enabled", "true");
    await set("theme", "solana-future");
    await set("age_notice_enabled", "true");
    await set("referral_rate", "2.5");
    expect((await get("/api/public/runtime")).body).toMatchObject({ maintenance: true, minimumAge: 18 });
    expect((await get("/api/admin/public-theme")).body).toEqual({ success: true, theme: "solana-future" });
    expect((await get("/api/admin/public-referral-rate")).body).toEqual({
      success: true,
      referralRate: 2.5,
    });
  });
});
