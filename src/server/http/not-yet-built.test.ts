import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowser, newWallet } from "../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../tests/support/http-server.ts";
import { api } from "../../contract/api.ts";
import type { Endpoint } from "../../contract/wire/endpoint.ts";

/** Calls of the contract that nothing answers yet. Whoever builds one takes it from this list. */
const notYetBuilt = [
  "getLeaderboard",
  "getTitles",
  "setActiveTitle",
  "getAnnouncements",
  "getReferrals",
  "getReferralSummary",
  "claimReferrals",
  "getReferralProfile",
  "getEmoteManifest",
  "listUsers",
  "getUserDetails",
  "getUserChatLogs",
  "setUsername",
  "setReferrer",
  "setBalance",
  "muteUser",
  "unmuteUser",
  "banUser",
  "unbanUser",
  "setChatModerator",
  "setRoles",
  "listHorses",
  "saveHorse",
  "listAllRaces",
  "getRaceDetails",
  "refundBet",
  "refundRace",
  "createSpecialRace",
  "getRevenue",
  "listPayouts",
  "retryPayout",
  "listEmoteGroups",
  "createEmoteGroup",
  "setEmoteGroupActive",
  "assignEmoteGroup",
  "unassignEmoteGroup",
  "listEmotes",
  "uploadEmote",
  "bumpEmote",
  "deleteEmote",
  "listTitles",
  "createTitle",
  "assignTitle",
  "unassignTitle",
  "listAnnouncements",
  "createAnnouncement",
  "setAnnouncementActive",
  "deleteAnnouncement",
  "getHouseOverview",
  "getWithdrawalQueue",
  "initializeHouse",
  "unlockHouse",
  "addPrivateKeys",
  "sweepHouse",
  "processWithdrawals",
  "transferManually",
  "getHouseWalletDetails",
];

const folder = new URL("../", import.meta.url);

/** Stands for every port: the factories only take them apart. */
const anyPort: unknown = new Proxy(() => undefined, { get: () => anyPort });

/** Names of all endpoints that some file of handlers/ answers. */
async function builtNames(): Promise<string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("handlers.ts"),
  );
  const names = await Promise.all(
    files.map(async (file) => {
      const module: Record<string, unknown> = await import(new URL(file, folder).href);
      return Object.entries(module).flatMap(([name, make]) =>
        name.endsWith("Handlers") && typeof make === "function"
          ? Object.keys((make as (ports: unknown) => object)(anyPort))
          : [],
      );
    }),
  );
  return names.flat();
}

describe("not yet built", () => {
  const admin = newWallet();
  const browser = () => newBrowser(server.url, admin);
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer({ adminWallets: [admin.address] });
  });
  afterAll(() => server.close());

  it("is every call of the contract without a handler, and no other", async () => {
    const built = new Set(await builtNames());
    const missing = Object.keys(api).filter((name) => !built.has(name));
    expect(missing.toSorted()).toEqual(notYetBuilt.toSorted());
  });

  it.each(notYetBuilt)("%s answers 501 to those who may call it", async (name) => {
    const endpoint: Endpoint = api[name as keyof typeof api];
    const caller = browser();
    await caller.signIn();
    const path = endpoint.path.replace(":wallet", admin.address).replace(":id", "r1");
    const input = endpoint.method === "GET" ? {} : { body: {} };
    const answer = await caller.call(endpoint.method, `/api${path}`, input);
    expect(answer.status).toBe(501);
    expect(answer.body).toEqual({
      success: false,
      code: "NOT_BUILT",
      message: "This call is not available yet",
    });
  });
});
