import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../src/contract/api.ts";
import type { Endpoint } from "../../src/contract/wire/endpoint.ts";
import { base64 } from "../support/browser-session.ts";
import type { Player } from "../support/player.ts";
import type { Json } from "../support/browser-session.ts";
import { dataFile, type Fixture } from "./fixture.ts";

const password = "Hunter2-Hunter2-Hunter2!";

export function adminAttacks(fixture: () => Fixture) {
  const change = (settingKey: unknown, settingValue: unknown) =>
    fixture().admin.call("POST", "/api/admin/settings", {
      body: { adminWallet: fixture().admin.address, settingKey, settingValue },
    });
  const rows = () => fixture().query("select key, value from settings order by key");

  describe("settings", () => {
    let before: readonly Json[];
    beforeAll(async () => {
      await fixture().admin.stepUp("house-money");
      before = await rows();
    });
    afterAll(async () => expect(await rows()).toEqual(before));

    it.each([
      ["house_edge", "-1"],
      ["house_edge", "100.1"],
      ["house_edge", "1e1"],
      ["house_edge", "NaN"],
      ["house_edge", "5; drop table settings"],
      ["min_bet_amount", "0"],
      ["min_bet_amount", "-0.1"],
      ["min_bet_amount", "2.5"],
      ["max_bet_amount", "999999999"],
      ["max_bet_amount", "0.0000000001"],
      ["min_bets_to_start", "0"],
      ["min_bets_to_start", "7"],
      ["min_bets_to_start", "2.5"],
      ["countdown_seconds", "0"],
      ["countdown_seconds", "11"],
      ["extend_seconds", "-5"],
      ["next_race_delay", "-1"],
      ["next_race_delay", "99999999999"],
      ["classic_duration", "0"],
      ["sprint_duration", "1000000"],
      ["race_types", "[]"],
      ["race_types", '["derby"]'],
      ["race_types", '{"__proto__":1}'],
      ["race_type_weights", '{"classic":0,"sprint":0,"endurance":0}'],
      ["race_type_weights", '{"classic":-1,"sprint":1,"endurance":1}'],
      ["race_type_weights", "null"],
      ["outcome_entropy", "known"],
      ["jackpot_pool_amount", "-1"],
      ["superfecta_bonus_sol", "1e9"],
      ["bonus_fund_share", "101"],
      ["referral_rate", "50"],
      ["chat_moderators", "[1]"],
      ["chat_moderators", '["<script>"]'],
      ["theme", "<script>alert(1)</script>"],
      ["theme", "__proto__"],
      ["site_maintenance_enabled", "maybe"],
      ["testing_mode_enabled", "2"],
      ["theme", "main-prime\0"],
      ["theme", "x".repeat(5_000)],
      ["no_such_setting", "1"],
      ["__proto__", "1"],
      ["constructor", "1"],
      ["toString", "1"],
      ["payments_halted", ""],
      ["house_edge\0", "5"],
      [5, "5"],
      ["house_edge", null],
      ["house_edge", [5]],
      ["house_edge", { valueOf: 5 }],
    ])("an admin sets %j to %j: refused, nothing changes", async (key, value) => {
      expect((await change(key, value)).status).toBe(400);
    });

    it.each([
      ["network", "mainnet-beta"],
      ["network", "devnet"],
      ["rpc_url_devnet", "http://169.254.169.254/latest/meta-data"],
      ["rpc_url_mainnet", "https://evil.example"],
      ["rpc_url_mainnet", "file:///etc/passwd"],
      ["rpc_url_mainnet", "http://127.0.0.1:22"],
      ["rpc_url_mainnet", "https://user:pass@[::1]/"],
    ])("an admin points the server elsewhere, %s to %s: refused", async (key, value) => {
      expect([400, 409]).toContain((await change(key, value)).status);
    });

    it("the least bet is raised above the greatest: refused together, whatever each is alone", async () => {
      await fixture().set("max_bet_amount", "0.1");
      expect((await change("min_bet_amount", "2")).status).toBe(400);
      await fixture().set("max_bet_amount", "10");
      before = await rows();
    });
  });

  it("an admin's change names another admin as its author: the session's wallet is in the audit row", async () => {
    const body = {
      adminWallet: fixture().admin.address,
      settingKey: "theme",
      settingValue: "solana-future",
      updatedBy: "somebody",
      actor: "somebody",
      by: "somebody",
    };
    expect((await fixture().admin.call("POST", "/api/admin/settings", { body })).status).toBe(200);
    const [row] = await fixture().query("select * from audit_log order by id desc limit 1");
    expect(row).toMatchObject({ actor: fixture().admin.address, action: "setting.change", subject: "theme" });
    await fixture().set("theme", "main-prime");
  });

  it("an admin's role is taken away: its next call is refused, with the same session", async () => {
    const former = fixture().visitor();
    await former.signIn();
    await former.call("POST", "/api/local/admin", { body: {} });
    expect((await former.call("GET", "/api/admin/check")).body.isAdmin).toBe(true);
    await fixture().query("delete from admins where wallet = $1", [former.address]);
    const body = { adminWallet: former.address, settingKey: "theme", settingValue: "solana-future" };
    expect((await former.call("POST", "/api/admin/settings", { body })).status).toBe(403);
  });

  it("an admin's session cookie is stolen without its wallet: nothing is changed, whatever the owner confirms meanwhile, and no confirmation is had", async () => {
    const victim = fixture().visitor();
    await victim.signIn();
    await victim.call("POST", "/api/local/admin", { body: { adminWallet: victim.address } });
    const player = await fixture().newPlayer();
    const thief = fixture().visitor();
    for (const [name, value] of victim.cookies) thief.cookies.set(name, value);
    expect((await victim.stepUp("house-money")).status).toBe(200);
    const masterPassword = dataFile(fixture(), "house-password").toString().trim();
    const before = await fixture().holdings();
    // Moderation, which is limited otherwise, and a read.
    const exempt = ["muteUser", "unmuteUser", "chatUnbanUser", "resolveChatReport", "getReferralProfile"];
    const writes = Object.entries<Endpoint>(api).filter(
      ([name, { access, method }]) =>
        access !== "public" && access !== "player" && method !== "GET" && !exempt.includes(name),
    );
    expect(writes.length).toBeGreaterThan(35);
    for (const [name, { method, path }] of writes) {
      const answer = await thief.call(method, `/api${path.replace(/:\w+/, "approval-1")}`, {
        body: {
          settingKey: "house_edge",
          settingValue: "100",
          referrer: thief.address,
          isAdmin: true,
          raceId: "r1",
          betId: "b1",
          username: "stolen",
          adminWallet: victim.address,
          masterPassword,
          confirmPassword: masterPassword,
          newPassword: masterPassword,
          playerWallet: player.address,
          walletAddress: player.address,
          amount: 1,
          expectedBalance: 0,
          newBalance: 1,
          raceType: "classic",
          houseEdge: 0,
          jackpotAmount: 1,
          minBets: 2,
          countdownSeconds: 10,
        },
      });
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, "STEP_UP_REQUIRED"]);
    }
    // The text to sign is handed out to anyone; only the session's own wallet can sign it.
    const { body } = await thief.call("POST", "/api/auth/step-up/nonce", {
      body: { purpose: "house-money" },
    });
    const { input } = body;
    const signedMessage = Buffer.from(
      `${input.domain} wants you to sign in with your Solana account:\n${victim.address}\n\n${input.statement}`,
    );
    for (const address of [victim.address, thief.address]) {
      const proof = {
        address,
        nonce: input.nonce,
        signedMessage: base64(signedMessage),
        signature: base64(thief.wallet.sign(signedMessage)),
      };
      const answer = await thief.call("POST", "/api/auth/step-up/verify", { body: proof });
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect(await fixture().holdings()).toBe(before);
    await fixture().query("delete from admins where wallet = $1", [victim.address]);
  });

  describe("the master password", () => {
    const houseCalls = [
      "initialize",
      "unlock",
      "resume-payments",
      "add-private-keys",
      "sweep",
      "process-withdrawals",
      "manual-transfer",
      "refill",
      "retire",
      "export",
      "change-password",
    ];
    let player: Player;
    beforeAll(async () => {
      player = await fixture().newPlayer();
    });

    it.each([
      "masterPassword",
      "masterpassword",
      "MASTER_PASSWORD",
      "master-password",
      "password",
      "confirmPassword",
    ])("is put into a URL as %s: 400, and neither printed nor answered", async (name) => {
      for (const path of ["/api/house-wallet/details", "/api/races/active", "/api/admin/settings"]) {
        const answer = await fixture().admin.call("GET", `${path}?${name}=${encodeURIComponent(password)}`);
        expect([answer.status, answer.body.code]).toEqual([400, "MASTER_PASSWORD_IN_URL"]);
        expect(answer.text).not.toContain("Hunter2");
      }
      expect(fixture().server.lines.join("\n")).not.toContain("Hunter2");
    });

    it.each(houseCalls)("a player knows it and calls %s: 403, it is not even tried", async (call) => {
      const body = {
        adminWallet: player.address,
        masterPassword: password,
        confirmPassword: password,
        playerWallet: player.address,
        amount: 1,
      };
      const answer = await player.call("POST", `/api/house-wallet/${call}`, { body });
      expect([answer.status, answer.body.code]).toEqual([403, "NOT_ADMIN"]);
    });

    it.each(houseCalls)("an admin without it calls %s: nothing happens", async (call) => {
      const { admin } = fixture();
      const wanted = { playerWallet: player.address, amount: 1, adminWallet: admin.address };
      const before = await fixture().query("select count(*) from payments where kind in ('manual', 'sweep')");
      for (const masterPassword of [undefined, "", null, 0, {}, ["x"], "x".repeat(100_000)]) {
        const answer = await admin.call("POST", `/api/house-wallet/${call}`, {
          body: { ...wanted, masterPassword },
        });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect([400, 403, 409, 413, 429, 501]).toContain(answer.status);
      }
      expect(
        await fixture().query("select count(*) from payments where kind in ('manual', 'sweep')"),
      ).toEqual(before);
    });
  });
}
