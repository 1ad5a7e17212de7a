import { describe, expect, it } from "vitest";
import { api } from "./api.ts";
import { accessLevels, type Claim, type Endpoint } from "./wire/endpoint.ts";

const endpoints = Object.entries<Endpoint>(api);
const namedIn = (path: string) => Array.from(path.matchAll(/:([A-Za-z]+)/g), ([, name = ""]) => name);
const fieldsOf = (schema: Endpoint["body"]) => Object.keys(schema?._zod.def.shape ?? {});

/** Every call that the product names, by method and path; `:x` is any parameter. */
const productCalls = `
  POST /auth/nonce | POST /auth/verify | POST /auth/logout | GET /auth/session
  GET /users/:x | POST /users | PATCH /users/:x | PUT /users/:x/privacy | GET /users/:x/presets | PUT /users/:x/presets
  GET /wallet/balance/:x | POST /wallet/withdraw
  GET /races | GET /races/active | GET /races/:x | GET /races/verify/:x | GET /races/:x/replay | GET /races/history/:x
  POST /races/:x/bet/prepare | POST /races/:x/bet/submit | POST /races/:x/bet/confirm
  POST /races/:x/bet/:x/take-back | POST /bets/repeat/resume
  GET /titles/:x | POST /titles/set-active | GET /announcements
  GET /notifications/:x | POST /notifications/mark-read | POST /notifications/clear
  GET /referrals/:x | GET /referrals/summary/:x | POST /referrals/claim | POST /referrals/admin/user-profile
  GET /admin/public-referral-rate | GET /admin/public-theme | GET /public/runtime | GET /emotes/manifest/:x
  GET /fairness/chain | GET /export | GET /export/records | GET /leaderboard | GET /solvency | GET /health/live | GET /health/ready
  GET /admin/check | GET /admin/users | GET /admin/settings | POST /admin/settings
  GET /admin/horses | POST /admin/horses | GET /admin/races | GET /admin/race/:x
  POST /admin/refund-bet | POST /admin/refund-race | POST /admin/special-race | GET /admin/revenue
  GET /admin/user/:x/details | GET /admin/user/:x/chat-logs | POST /admin/user/username | POST /admin/user/referrer
  POST /admin/balance | POST /admin/mute | POST /admin/unmute | POST /admin/ban | POST /admin/unban
  POST /admin/chat/moderator-set | POST /admin/user/roles | GET /admin/payouts | POST /admin/payouts/:x/retry
  GET /house-wallet/overview | GET /house-wallet/withdrawal-queue | POST /house-wallet/initialize
  POST /house-wallet/add-private-keys | POST /house-wallet/sweep | POST /house-wallet/process-withdrawals
  POST /house-wallet/manual-transfer | GET /house-wallet/details
  GET /admin/emote-groups | POST /admin/emote-groups | PATCH /admin/emote-groups/:x
  POST /admin/emote-groups/assign | POST /admin/emote-groups/unassign
  GET /admin/emotes | POST /admin/emotes/upload | POST /admin/emotes/:x/bump | DELETE /admin/emotes/:x
  GET /admin/titles | POST /admin/titles | POST /admin/titles/assign | POST /admin/titles/unassign
  GET /admin/announcements | POST /admin/announcements | PATCH /admin/announcements/:x | DELETE /admin/announcements/:x
`
  .split(/[|\n]/)
  .map((call) => call.trim())
  .filter((call) => call !== "");

/** Calls that the product needs beyond those. */
const furtherCalls = [
  "GET /actions/bet",
  "POST /actions/bet",
  "GET /bets/repeat",
  "PUT /bets/repeat",
  "DELETE /bets/repeat",
  "GET /wallet/payments",
  "POST /wallet/deposit/prepare",
  "POST /wallet/deposit/submit",
  "POST /wallet/deposit/confirm",
  "GET /users/:x/races",
  "GET /users/:x/stats",
  "POST /announcements/seen",
  "GET /admin/titles/:x/holders",
  "GET /admin/announcements/:x/viewers",
  "GET /admin/unprofiled-wallets",
  "GET /admin/unprofiled-wallets/:x",
  "GET /users/:x/limits",
  "PUT /users/:x/limits",
  "POST /users/:x/break",
  "GET /users/:x/notice",
  "POST /users/:x/notice",
  "GET /races/:x/bets",
  "GET /races/:x/bet/proof",
  "GET /liabilities",
  "GET /liabilities/proof",
  "POST /liabilities/request",
  "GET /admin/admins",
  "POST /admin/chat-unban",
  "GET /admin/audit",
  "GET /rules-log",
  "GET /admin/approvals",
  "POST /admin/approvals/:x/approve",
  "POST /admin/approvals/:x/reject",
  "GET /admin/special-race",
  "POST /admin/special-race/order",
  "DELETE /admin/special-race/:x",
  "GET /admin/overview",
  "GET /admin/race/:x/refund",
  "GET /admin/revenue/series",
  "POST /auth/step-up/nonce",
  "POST /auth/step-up/verify",
  "GET /auth/sessions",
  "DELETE /auth/sessions",
  "GET /house-wallet/transactions",
  "POST /house-wallet/unlock",
  "POST /house-wallet/lock",
  "POST /house-wallet/change-password",
  "POST /house-wallet/export",
  "POST /house-wallet/restore",
  "POST /house-wallet/retire",
  "POST /house-wallet/refill",
  "POST /house-wallet/resume-payments",
  "POST /local/admin",
  "GET /chat/blocks",
  "PUT /chat/blocks/:x",
  "DELETE /chat/blocks/:x",
  "GET /chat/reports",
  "POST /chat/reports/:x/resolve",
  "GET /admin/banned-wallets",
  "PATCH /admin/horses/:x",
  "DELETE /admin/horses/:x",
  "DELETE /admin/titles/:x",
  "DELETE /admin/emote-groups/:x",
];

/**
 * Calls that may change something without a claim: signing in or out proves or drops the caller's identity, and the
 * last one acts only on the session.
 */
const unclaimed = new Set([
  "createSignInNonce",
  "createStepUpNonce",
  "verifySignIn",
  "signOut",
  "becomeLocalAdmin",
  // The payment proves who was named.
  "prepareBetAction",
]);

describe("the record of calls", () => {
  it("holds every call of the product and no other", () => {
    const calls = endpoints.map(
      ([, { method, path }]) => `${method} ${path.replaceAll(/:[A-Za-z]+/g, ":x")}`,
    );
    expect(calls.toSorted()).toEqual([...productCalls, ...furtherCalls].toSorted());
    expect(new Set(calls).size).toBe(calls.length);
  });
});

/** Names of the calls for which a rule does not hold. */
const breaking = (holds: (endpoint: Endpoint, name: string) => boolean) =>
  endpoints.filter(([name, endpoint]) => !holds(endpoint, name)).map(([name]) => name);

/** A rule that applies only to some calls. */
const implies = (condition: boolean, conclusion: boolean) => !condition || conclusion;

describe("every call", () => {
  it("ACCESS-1 declares who may call", () => {
    expect(
      breaking(({ access, summary }) => accessLevels.includes(access) && /^[A-Z]/.test(summary)),
    ).toEqual([]);
  });

  it("ACCESS-1 is an admin's where it changes or shows what only admins may", () => {
    const open = new Set(["checkAdmin", "listSettings", "getPublicTheme", "getReferralRate"]);
    const isAdmins = ({ path }: Endpoint, name: string) =>
      path.includes("/admin/") && !open.has(name) && !unclaimed.has(name);
    expect(breaking((each, name) => implies(isAdmins(each, name), each.access === "admin"))).toEqual([]);
    expect(
      breaking(({ path, access }) =>
        implies(path.startsWith("/house-wallet"), access === "admin" || access === "house"),
      ),
    ).toEqual([]);
  });

  it("declares its path's parameters, and a body only where there is one", () => {
    expect(breaking(({ path, params }) => namedIn(path).toString() === fieldsOf(params).toString())).toEqual(
      [],
    );
    const isBodiless = ({ method }: Endpoint) => method === "GET" || method === "DELETE";
    expect(breaking((each) => implies(isBodiless(each), each.body === undefined))).toEqual([]);
  });

  it("IDENTITY-3 claims by fields that it has", () => {
    const has = (each: Endpoint, claim: Claim) => {
      const [part = "", field = ""] = claim.split(".");
      return claim === "header" || fieldsOf(each[part as "params" | "query" | "body"]).includes(field);
    };
    expect(breaking((each) => (each.claims ?? []).every((claim) => has(each, claim)))).toEqual([]);
  });

  it("IDENTITY-3 knows each field that names the caller", () => {
    const holds = ({ access, params, query, body, claims = [] }: Endpoint) =>
      implies(fieldsOf(body).includes("adminWallet"), claims.includes("body.adminWallet")) &&
      implies(fieldsOf(query).includes("walletAddress"), claims.includes("query.walletAddress")) &&
      implies(
        access === "player" && fieldsOf(body).includes("walletAddress"),
        claims.includes("body.walletAddress"),
      ) &&
      implies(access === "player" && fieldsOf(params).includes("wallet"), claims.includes("params.wallet"));
    expect(breaking(holds)).toEqual([]);
  });

  it("IDENTITY-3 names its caller when it changes something", () => {
    const changes = ({ method }: Endpoint, name: string) => method !== "GET" && !unclaimed.has(name);
    expect(
      breaking((each, name) =>
        implies(changes(each, name), each.access !== "public" && (each.claims ?? []).length > 0),
      ),
    ).toEqual([]);
  });

  it("MONEY-18 takes a secret in body or header, never in the URL", () => {
    const secrets = (schema: Endpoint["body"]) =>
      fieldsOf(schema).filter((field) => /password|secret|privateKey/i.test(field));
    const refused = "getHouseWalletDetails";
    expect(
      breaking(
        ({ params, query }, name) =>
          secrets(params).length === 0 && implies(name !== refused, secrets(query).length === 0),
      ),
    ).toEqual([]);
    expect(
      breaking(({ access, body, headers }) =>
        implies(access === "house", secrets(body).length + secrets(headers).length > 0),
      ),
    ).toEqual([]);
  });
});
