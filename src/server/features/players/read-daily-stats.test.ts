import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openProfiles } from "../../../../tests/support/profiles.ts";
import { insertSettledBets } from "../../../../tests/support/settled-bets.ts";
import { LAMPORTS_PER_SOL, lamports } from "../../../domain/lamports.ts";
import { daysBefore } from "../../../domain/utc-day.ts";

const { server, admin, signedIn, playerNamed } = await openProfiles();
const sol = (amount: bigint) => lamports(amount * LAMPORTS_PER_SOL);
const dayAgo = (days: number) => daysBefore(server.clock.now(), days);
const noonOf = (days: number) => new Date(`${dayAgo(days)}T12:00:00Z`);

it("days carry what was wagered, won and left, as far back as was asked for", async () => {
  const player = await playerNamed("Curve");
  await insertSettledBets(server, player.address, [
    { stake: sol(5n), result: "loss", payout: sol(0n), settledAt: noonOf(30) },
    { stake: sol(1n), result: "loss", payout: sol(0n), settledAt: noonOf(29) },
    { stake: sol(2n), result: "win", payout: sol(7n), settledAt: noonOf(6) },
    { stake: sol(1n), result: "loss", payout: sol(0n), settledAt: noonOf(6) },
    { stake: sol(4n), result: "refunded", payout: sol(4n), settledAt: noonOf(1) },
    { stake: sol(3n) },
    { stake: sol(9n), result: "win", payout: sol(99n), ledger: "play" },
  ]);
  const statsOf = async (query: string) =>
    (await newBrowser(server.url).call("GET", `/api/users/${player.address}/stats${query}`)).body;
  const week = { day: dayAgo(6), wagered: 3, won: 7, net: 4 };
  const month = [{ day: dayAgo(29), wagered: 1, won: 0, net: -1 }, week];
  expect(await statsOf("?period=week")).toEqual({ success: true, period: "week", days: [week] });
  expect(await statsOf("")).toEqual({ success: true, period: "month", days: month });
  expect((await statsOf("?period=all")).days).toEqual([
    { day: dayAgo(30), wagered: 5, won: 0, net: -5 },
    ...month,
  ]);
  expect(await statsOf("?period=year")).toMatchObject({ code: "INVALID_INPUT", field: "period" });
});

it("a streamer who hides figures hides the days; they and admins see them", async () => {
  const streamer = await playerNamed("HiddenCurve");
  await server.db.execute(sql`update users set is_streamer = true where wallet = ${streamer.address}`);
  await insertSettledBets(server, streamer.address, [{ stake: sol(1n), result: "loss", payout: sol(0n) }]);
  const path = `/api/users/${streamer.address}/stats`;
  expect((await newBrowser(server.url).call("GET", path)).body).toMatchObject({ days: null });
  expect((await (await signedIn()).call("GET", path)).body.days).toBeNull();
  for (const seer of [streamer, await signedIn(admin)]) {
    expect((await seer.call("GET", path)).body.days).toMatchObject([{ net: -1 }]);
  }
});

it("who has no profile has no figures, who has no bets no days", async () => {
  const browser = await signedIn();
  const path = `/api/users/${browser.address}/stats`;
  expect((await browser.call("GET", path)).body).toMatchObject({ code: "PROFILE_NOT_FOUND" });
  const player = await playerNamed("Fresh");
  expect((await player.call("GET", `/api/users/${player.address}/stats`)).body.days).toEqual([]);
});
