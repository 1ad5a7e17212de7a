import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../src/contract/api.ts";
import type { Claim, Endpoint } from "../../src/contract/wire/endpoint.ts";
import type { BrowserSession } from "../support/browser-session.ts";
import type { Player } from "../support/player.ts";
import type { Fixture } from "./fixture.ts";

const endpoints = Object.entries<Endpoint>(api);
const notPublic = endpoints.filter(([, { access }]) => access !== "public");
const forOthers = notPublic.filter(([, { access }]) => access !== "player");
const claims = endpoints.flatMap(([name, endpoint]) =>
  (endpoint.claims ?? []).map((claim) => [name, claim, endpoint] as const),
);

/** Calls an endpoint with a wallet named in one of its claims, or in none of them. */
function callWith(browser: BrowserSession, endpoint: Endpoint, claim: Claim | null, wallet: string) {
  const [part, field = ""] = claim?.split(".") ?? [];
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    name === "wallet" ? (part === "params" ? wallet : browser.address) : "r1",
  );
  return browser.call(endpoint.method, `/api${path}${part === "query" ? `?${field}=${wallet}` : ""}`, {
    ...(endpoint.method === "GET" ? {} : { body: part === "body" ? { [field]: wallet } : {} }),
    ...(claim === "header" ? { headers: { "x-wallet-address": wallet } } : {}),
  });
}

export function accessAttacks(fixture: () => Fixture) {
  let player: Player;
  let victim: Player;
  let before: string;
  beforeAll(async () => {
    player = await fixture().newPlayer();
    victim = await fixture().newPlayer();
    // Without it some calls would be refused before the named wallet is even checked.
    await fixture().admin.stepUp("house-money");
    before = await fixture().holdings();
  });
  afterAll(async () => expect(await fixture().holdings()).toBe(before));

  it.each(notPublic)("a visitor calls %s: 401, whatever it sends", async (_name, endpoint) => {
    expect((await callWith(fixture().visitor(), endpoint, null, victim.address)).status).toBe(401);
    const { cookies } = fixture().visitor();
    cookies.set("furlong-session", "x".repeat(43));
    expect((await callWith(fixture().visitor(), endpoint, "header", victim.address)).status).toBe(401);
  });

  it.each(forOthers)("a player calls %s, which is for admins or moderators: 403", async (_name, endpoint) => {
    const answer = await callWith(player, endpoint, null, victim.address);
    const code = endpoint.access === "moderator" ? "NOT_MODERATOR" : "NOT_ADMIN";
    expect([answer.status, answer.body.code]).toEqual([403, code]);
  });

  it.each(forOthers)("a player calls %s and names an admin as itself: 403", async (_name, endpoint) => {
    for (const claim of endpoint.claims ?? [])
      expect((await callWith(player, endpoint, claim, fixture().admin.address)).status).toBe(403);
  });

  it.each(claims)("%s is called for another wallet in %s: 403", async (_name, claim, endpoint) => {
    const isForPlayers = endpoint.access === "public" || endpoint.access === "player";
    const answer = await callWith(isForPlayers ? player : fixture().admin, endpoint, claim, victim.address);
    expect([answer.status, answer.body.code]).toEqual([403, "WRONG_WALLET"]);
  });

  describe("roles", () => {
    const grand = {
      isAdmin: true,
      is_admin: true,
      role: "admin",
      is_streamer: true,
      is_partner: true,
      isChatModerator: true,
      balance: 1_000,
      total_won: 5,
      wallet_address: "11111111111111111111111111111111",
    };

    it("a profile is changed with roles and a balance in the body: only the name is taken", async () => {
      const name = (await player.call("GET", `/api/users/${player.address}`)).body.user.username;
      const body = { ...grand, username: name };
      const answer = await player.call("PATCH", `/api/users/${player.address}`, { body });
      expect(answer.status).toBe(200);
      expect(answer.body.user).toMatchObject({
        wallet_address: player.address,
        balance: 0,
        is_streamer: false,
        is_partner: false,
        isChatModerator: false,
      });
      const { body: session } = await player.call("GET", "/api/auth/session");
      expect(session).toMatchObject({ isAdmin: false, isModerator: false });
    });

    it("a player who is no streamer hides its amounts: 403", async () => {
      const answer = await player.call("PUT", `/api/users/${player.address}/privacy`, {
        body: { enabled: true },
      });
      expect([answer.status, answer.body.code]).toEqual([403, "NOT_A_STREAMER"]);
    });

    it("a player reads another's profile: no balance and no referrer in it", async () => {
      const { body } = await player.call("GET", `/api/users/${victim.address}`);
      expect(body.user).toMatchObject({ balance: null, onchain_balance: null, referrer: null });
    });

    it("settings are read without an admin's session: public keys alone", async () => {
      for (const browser of [fixture().visitor(), player]) {
        const { body } = await browser.call("GET", "/api/admin/settings");
        const keys = body.settings.map((row: { setting_key: string }) => row.setting_key);
        expect(keys).toContain("house_edge");
        for (const secret of ["rpc_url_mainnet", "rpc_url_devnet", "chat_moderators", "payments_halted"])
          expect(keys).not.toContain(secret);
      }
    });
  });
}
