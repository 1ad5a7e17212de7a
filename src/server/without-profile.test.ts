import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { openProfiles } from "../../tests/support/profiles.ts";
import { api } from "../contract/api.ts";
import type { Endpoint } from "../contract/wire/endpoint.ts";
import * as announcements from "./foundation/db/schema/announcements.ts";
import * as bets from "./foundation/db/schema/bets.ts";
import * as chat from "./foundation/db/schema/chat.ts";
import * as ownLimits from "./foundation/db/schema/own-limits.ts";
import * as players from "./foundation/db/schema/players.ts";
import * as titles from "./foundation/db/schema/titles.ts";
import { NOTICE_VERSION } from "../domain/age-notice.ts";

const { server, signedIn, playerNamed } = await openProfiles();

/** What players write about themselves and each other. */
const tables = [announcements, bets, chat, ownLimits, players, titles]
  .flatMap((schema) => Object.values<unknown>(schema))
  .filter((table) => is(table, PgTable));
const rows = async () =>
  Object.fromEntries(
    await Promise.all(tables.map(async (table) => [getTableName(table), await server.db.$count(table)])),
  );

it("GROWTH-1 a wallet without a profile, of which anybody has any number, adds no row by any player's call", async () => {
  const other = await playerNamed("SomebodyElse");
  const nobody = await signedIn();
  const walletAddress = nobody.address;
  const bodies: { readonly [call: string]: object } = {
    setPresets: { presets: [1, 2, 3, 4] },
    setLimits: { stakeDay: 1, stakeWeek: 2, lossDay: 1, lossWeek: 2, reminder: 60 },
    acceptNotice: { version: NOTICE_VERSION, minimumAge: 18 },
    takeBreak: { days: 1 },
    updateUsername: { username: "NobodyAtAll" },
    startRepeat: { horse: "same", amount: 0.01, races: 5, stopAtLoss: 1 },
    prepareBet: { horseId: 1, amount: 0.01 },
  };
  const calls = Object.entries<Endpoint>(api).filter(
    ([name, { method, access }]) => method !== "GET" && access === "player" && name !== "createUser",
  );
  const before = await rows();
  for (const [name, { method, path }] of calls) {
    const filled = path
      .replace(":wallet", nobody.address)
      .replace(":targetWallet", other.address)
      .replace(":id", "race-1");
    const answer = await nobody.call(method, `/api${filled}`, { body: { walletAddress, ...bodies[name] } });
    expect([name, answer.status < 500 || answer.status === 503, await rows()]).toEqual([name, true, before]);
  }
  for (const [name, path] of [
    ["setPresets", "presets"],
    ["setLimits", "limits"],
  ] as const) {
    const answer = await nobody.call("PUT", `/api/users/${walletAddress}/${path}`, { body: bodies[name] });
    expect([answer.status, answer.body.code]).toEqual([403, "PROFILE_REQUIRED"]);
  }
});
