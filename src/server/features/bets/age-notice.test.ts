import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { sol } from "../../../../tests/support/house.ts";
import { openTestServer } from "../../../../tests/support/http-server.ts";
import { NOTICE_VERSION } from "../../../domain/age-notice.ts";
import type { SettingKey } from "../../../domain/settings.ts";
import { sqlState } from "../../foundation/db/transaction.ts";
import { acceptNotice, readNotice } from "../own-limits/accept-notice.ts";
import { withdraw } from "../payouts/withdraw.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { trustedProxies } from "../../foundation/trusted-proxies.ts";
import { startRepeat } from "./repeats/start-repeat.ts";

const { house, prepare } = await openBetting();
const server = await openTestServer({
  trustedProxies: trustedProxies("127.0.0.1, ::1") ?? undefined!,
  countryHeader: "x-country",
});
afterAll(() => server.close());

const set = (key: SettingKey, value: string, db = house.db) =>
  db.transaction((tx) => writeSetting(tx, { key, value, by: null, at: new Date() }));
const notice = { version: NOTICE_VERSION, minimumAge: 18 };

it("BET-17 without the notice nothing is asked; with it a bet wants it confirmed, once, for the age that is asked", async () => {
  const player = await house.newPlayer();
  expect(await prepare(player)).toMatchObject({ ok: true });
  await set("age_notice_enabled", "true");
  expect(await readNotice(house.db, player.address)).toEqual({ isDue: true, ...notice });
  expect(await prepare(player, sol(0.2))).toMatchObject({ code: "NOTICE_REQUIRED" });
  const order = {
    wallet: player.address,
    horse: "chosen" as const,
    horseId: 1,
    stake: sol(0.1),
    races: 1,
    stopAtLoss: sol(0.1),
  };
  expect(await startRepeat(house, order)).toMatchObject({ code: "NOTICE_REQUIRED" });
  for (const wrong of [{ minimumAge: 17 }, { version: NOTICE_VERSION + 1 }]) {
    const answer = await acceptNotice(house, player.address, { ...notice, ...wrong });
    expect(answer).toMatchObject({ code: "NOTICE_CHANGED" });
  }
  for (const _again of [1, 2]) {
    expect(await acceptNotice(house, player.address, notice)).toEqual({
      ok: true,
      value: { isDue: false, ...notice },
    });
  }
  expect(await prepare(player, sol(0.2))).toMatchObject({ ok: true });
  // A higher age requires accepting the notice again, a lower one does not.
  await set("minimum_age", "21");
  expect(await prepare(player, sol(0.3))).toMatchObject({ code: "NOTICE_REQUIRED" });
  await set("minimum_age", "16");
  expect(await prepare(player, sol(0.3))).toMatchObject({ ok: true });
  await expect(house.db.execute(sql`delete from age_notices`).then(() => null, sqlState)).resolves.toBe(
    "23001",
  );
  await set("minimum_age", "18");
});

it("BET-17 the notice is no reason to keep money: a withdrawal goes on without it", async () => {
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, house.address.deposit, sol(1));
  await house.testChain.advanceSlots();
  await house.watch();
  expect(await prepare(player)).toMatchObject({ code: "NOTICE_REQUIRED" });
  const request = { wallet: player.address, amount: sol(1), isAdmin: false };
  expect(await withdraw(house, request)).toMatchObject({ ok: true });
  await set("age_notice_enabled", "false");
});

it("BET-18 from a blocked country no bet, deposit or repeat is prepared; only our proxy's last word counts", async () => {
  await set("blocked_countries", "de, FR", server.db);
  const player = newBrowser(server.url);
  await player.signIn();
  await player.call("POST", "/api/users", { body: { walletAddress: player.address, username: "traveller" } });
  const codesFrom = async (country: string | null) => {
    const headers = country === null ? {} : { "x-country": country };
    const bet = { walletAddress: player.address, horseId: 1, amount: 1 };
    const order = { horse: "favourite", amount: 1, races: 1, stopAtLoss: 1 };
    const answers = [
      await player.call("POST", "/api/races/r-none/bet/prepare", { body: bet, headers }),
      await player.call("POST", "/api/wallet/deposit/prepare", { body: { amount: 1 }, headers }),
      await player.call("PUT", "/api/bets/repeat", { body: order, headers }),
    ];
    return answers.map(({ status, body }) => (status === 451 ? body.code : "passed"));
  };
  const blocked = ["COUNTRY_BLOCKED", "COUNTRY_BLOCKED", "COUNTRY_BLOCKED"];
  const passed = ["passed", "passed", "passed"];
  for (const country of ["DE", "fr", "AT, DE"])
    expect([country, await codesFrom(country)]).toEqual([country, blocked]);
  for (const country of [null, "AT", "DE, AT", "T1", "XX"]) {
    expect([country, await codesFrom(country)]).toEqual([country, passed]);
  }
  const headers = { "x-country": "DE" };
  const withdrawn = await player.call("POST", "/api/wallet/withdraw", { body: { amount: 1 }, headers });
  expect(withdrawn.body.code).toBe("INSUFFICIENT_BALANCE");
});

it("BET-18 nobody else's header is believed", async () => {
  const open = await openTestServer({ countryHeader: "x-country" });
  await set("blocked_countries", "DE", open.db);
  const player = newBrowser(open.url);
  await player.signIn();
  const answer = await player.call("POST", "/api/wallet/deposit/prepare", {
    body: { amount: 1 },
    headers: { "x-country": "DE" },
  });
  expect(answer.status).not.toBe(451);
  await open.close();
});
