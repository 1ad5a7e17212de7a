import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openProfiles } from "../../../../tests/support/profiles.ts";
import { insertSettledBets } from "../../../../tests/support/settled-bets.ts";
import { lamports, signedLamports } from "../../../domain/lamports.ts";
import { post } from "../../foundation/books/ledger.ts";
import { referralTotals } from "../../foundation/db/schema/referrals.ts";

const { server, admin, chain, signedIn, profileOf, playerNamed } = await openProfiles();

it("ACCESS-1 not the balance, the referrer or the chain's balance", async () => {
  const player = await playerNamed("Private");
  const seen = (await profileOf(newBrowser(server.url), player.address)).body.user;
  expect(seen).toMatchObject({ balance: null, onchain_balance: null, referrer: null, total_wagered: 0 });
  const byAdmin = (await profileOf(await signedIn(admin), player.address)).body.user;
  expect(byAdmin).toMatchObject({ balance: 0, onchain_balance: null });
});

it("PRIVACY-4 a streamer hides its figures, or shows them (PRIVACY-6)", async () => {
  const streamer = await playerNamed("Streamer");
  const set = (enabled: unknown) =>
    streamer.call("PUT", `/api/users/${streamer.address}/privacy`, { body: { enabled } });
  expect((await set(false)).body.code).toBe("NOT_A_STREAMER");
  await server.db.execute(sql`update users set is_streamer = true where wallet = ${streamer.address}`);
  const visitor = newBrowser(server.url);
  const seen = async () => (await profileOf(visitor, streamer.address)).body.user;
  expect(await seen()).toMatchObject({
    total_wagered: null,
    total_won: null,
    races_played: null,
    referral_earnings: null,
    current_win_streak: null,
  });
  expect((await profileOf(streamer, streamer.address)).body.user.total_wagered).toBe(0);
  expect((await set("no")).body).toMatchObject({ code: "INVALID_INPUT", field: "enabled" });
  expect((await set(false)).body.user.streamer_privacy_enabled).toBe(false);
  expect((await seen()).total_wagered).toBe(0);
});

it("MONEY-2 REFERRAL-3 balances and stats are sums of what is in the books", async () => {
  const player = await playerNamed("Accountant");
  const wallet = player.address;
  const sol = (amount: number) => lamports(BigInt(Math.round(amount * 1e9)));
  await server.db.transaction(async (tx) => {
    await post(tx, {
      reference: "credit",
      kind: "payment credited",
      ledger: "real",
      entries: [
        { account: "chain:deposit:d", lamports: signedLamports(0n - sol(0.07)) },
        { account: `user:${wallet}`, lamports: sol(0.07) },
      ],
    });
    await tx.insert(referralTotals).values([
      { referrer: wallet, wallet: "one", wagered: sol(2), earned: sol(0.02) },
      { referrer: wallet, wallet: "two", wagered: sol(1), earned: sol(0.01) },
      { referrer: "another", wallet: "three", wagered: sol(1), earned: sol(0.01) },
    ]);
  });
  await insertSettledBets(server, wallet, [
    { stake: sol(1), result: "win", payout: sol(2.5) },
    { stake: sol(0.5), result: "loss", payout: sol(0) },
    { stake: sol(4), result: "refunded", payout: null },
    { stake: sol(0.25), result: null, payout: null },
    { stake: sol(100), result: "win", payout: sol(200), ledger: "play" },
    { stake: sol(100), result: null, payout: null, status: "prepared" },
  ]);
  const { user } = (await profileOf(player, wallet)).body;
  expect(user).toMatchObject({
    balance: 0.07,
    referral_earnings: 0.03,
    total_wagered: 1.5,
    total_won: 2.5,
    races_played: 2,
    races_won: 1,
  });
});

it("the balance is the server's and the chain's, which may be silent", async () => {
  const player = await signedIn();
  chain.balances.set(player.address, 3n);
  const path = `/api/wallet/balance/${player.address}`;
  expect((await player.call("GET", path)).body).toEqual({
    success: true,
    balance: 0,
    onchain_balance: 0.000000003,
  });
  chain.isDown = true;
  expect((await player.call("GET", path)).body.onchain_balance).toBeNull();
  chain.isDown = false;
});
