import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openProfiles } from "../../../../tests/support/profiles.ts";
import { type BetFacts, insertSettledBets } from "../../../../tests/support/settled-bets.ts";
import { LAMPORTS_PER_SOL, lamports } from "../../../domain/lamports.ts";
import { bets } from "../../foundation/db/schema/bets.ts";

const { server, admin, signedIn, playerNamed } = await openProfiles();
const sol = (amount: bigint) => lamports(amount * LAMPORTS_PER_SOL);
const pathOf = (wallet: string) => `/api/users/${wallet}/races`;
const racesOf = async (wallet: string) =>
  (await newBrowser(server.url).call("GET", pathOf(wallet))).body.races;

/** Bets that came in one after another. */
async function insertBets(wallet: string, facts: readonly BetFacts[]) {
  const ids = await insertSettledBets(server, wallet, facts);
  for (const [at, id] of ids.entries())
    await server.db
      .update(bets)
      .set({ confirmedAt: new Date(server.clock.now() + 1_000 * at) })
      .where(eq(bets.id, id));
}

it("PRIVACY-7 everybody sees the last five races that a player won or lost, newest first, and none that is open", async () => {
  const player = await playerNamed("Runner");
  expect(await racesOf(player.address)).toEqual([]);
  const lost = { stake: sol(1n), result: "loss", payout: sol(0n) } as const;
  await insertBets(player.address, [
    lost,
    lost,
    { stake: sol(2n), result: "win", payout: sol(7n) },
    { stake: sol(9n), result: "win", payout: sol(18n), ledger: "play" },
    { stake: sol(4n), result: "refunded", payout: sol(4n) },
    lost,
    { ...lost, stake: sol(3n) },
    { stake: sol(5n) },
  ]);
  const races = await racesOf(player.address);
  expect(races.map(({ bet_amount }: { bet_amount: number }) => bet_amount)).toEqual([3, 1, 9, 2, 1]);
  expect(races[2]).toMatchObject({ result: "win", payout_amount: 18, testing: true, horse_number: 1 });
  expect(races[3]).toMatchObject({ result: "win", payout_amount: 7, testing: false });
  const nobody = await signedIn();
  expect((await nobody.call("GET", pathOf(nobody.address))).body).toMatchObject({
    code: "PROFILE_NOT_FOUND",
  });
});

it("PRIVACY-7 a streamer who hides figures hides their races; they and admins see them", async () => {
  const streamer = await playerNamed("HiddenRunner");
  await insertBets(streamer.address, [{ stake: sol(1n), result: "loss", payout: sol(0n) }]);
  expect(await racesOf(streamer.address)).toHaveLength(1);
  await server.db.execute(sql`update users set is_streamer = true where wallet = ${streamer.address}`);
  expect(await racesOf(streamer.address)).toBeNull();
  expect((await (await signedIn()).call("GET", pathOf(streamer.address))).body.races).toBeNull();
  for (const seer of [streamer, await signedIn(admin)])
    expect((await seer.call("GET", pathOf(streamer.address))).body.races).toHaveLength(1);
});
