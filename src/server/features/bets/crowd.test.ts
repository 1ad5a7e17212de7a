import type { KeyPairSigner } from "@solana/kit";
import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { openTestHouse, sol } from "../../../../tests/support/house.ts";
import { handleRpc } from "../../../localnet/rpc/handle-rpc.ts";
import { budgetOf, nodeGovernor } from "../../adapters/node-governor.ts";
import { textTransport } from "../../adapters/rpc-transport.ts";
import { solanaChain } from "../../adapters/solana-chain.ts";
import { asHouse, asPlayer } from "../../foundation/chain/caller.ts";
import { sparingChain } from "../../foundation/chain/sparing-chain.ts";
import { rowsOf } from "../../foundation/db/database.ts";
import { confirmBet } from "./confirm-bet.ts";
import { prepareBet } from "./prepare-bet.ts";
import { heldByWallets } from "./send-payment.ts";
import { depositWatcher } from "../../../../tests/support/deposit-watcher.ts";
import { sharesOfPlayers } from "./share-of-player.ts";
import { submitBet } from "./submit-bet.ts";

const CROWD = 200;
/** Of a node that is paid for; a public one could not take 200 transactions in this time from anybody. */
const CALLS = 1_000;

const house = await openTestHouse();
afterAll(() => house.close());
const { clock, log, testChain } = house;
const governor = nodeGovernor({ budget: budgetOf(CALLS), clock, log, shareOf: sharesOfPlayers(house) });
const transport = governor.govern(textTransport((body) => handleRpc(testChain.localChain, body)));
// The clock stands still while a busy machine works, but timers do not.
const chain = sparingChain(solanaChain({ transport, log, timeoutMs: 600_000 }), clock);
const ports = { ...house, chain, heldBy: heldByWallets({ chain, clock }) };
const watch = depositWatcher(ports);
const calls = (about: string) =>
  governor.counts
    .read()
    .filter(({ labels }) => labels.join(" ").includes(about))
    .reduce((sum, { value }) => sum + value, 0);

/** All bet at the same moment, from one address, and ask again until they are confirmed, as the page does. */
async function betTogether(players: readonly KeyPairSigner[]) {
  const raceId = await house.openRace();
  const codes: string[] = [];
  const bet = ({ address: wallet, ...player }: KeyPairSigner) =>
    asPlayer({ wallet, network: "10.0.0.1" }, async () => {
      const made = await prepareBet(ports, {
        raceId,
        wallet,
        isAdmin: false,
        isBarredFromJackpots: false,
        horseId: 3,
        stake: sol(0.1),
      });
      if (!made.ok || !made.value.payment) throw new Error("not prepared");
      const { betId, payment } = made.value;
      const { base64: signedTransaction } = await testChain.signPrepared(payment.wire, {
        address: wallet,
        ...player,
      });
      const sent = await submitBet(ports, { raceId, betId, wallet, signedTransaction });
      if (!sent.ok) return codes.push(sent.code);
      const { signature } = sent.value;
      for (let look = 0; look < 10; look += 1) {
        const confirmed = await confirmBet(ports, { raceId, betId, wallet, signature });
        if (confirmed.ok) return codes.push("confirmed");
        if (confirmed.code !== "NOT_FINAL_YET") return codes.push(confirmed.code);
        await clock.sleep(1_500);
      }
      return codes.push("never confirmed");
    });
  let isOver = false;
  let houseWaited = 0;
  const betting = Promise.all(players.map(bet)).finally(() => (isOver = true));
  while (!isOver) {
    await testChain.advanceSlots(2);
    await asHouse(watch);
    houseWaited += governor.waiting().get("house") ?? 0;
  }
  await betting;
  return { raceId, codes, houseWaited };
}

it("LIMITS-41 two hundred honest wallets behind one address bet unhindered, new ones and those with a settled bet", async () => {
  const players = [];
  for (let count = 0; count < CROWD; count += 1) players.push(await house.newPlayer());
  await testChain.advanceSlots(2);
  const first = await betTogether(players);
  expect(first.codes).toEqual(players.map(() => "confirmed"));
  expect(first.houseWaited).toBe(0);
  expect(calls("sendTransaction answered player")).toBe(CROWD);

  await house.closeRace(first.raceId);
  await house.db.execute(
    sql`update bets set result = 'loss', payout = 0, settled_at = now() where race_id = ${first.raceId}`,
  );
  await clock.advance(20_000);
  const second = await betTogether(players);
  expect(second.codes).toEqual(players.map(() => "confirmed"));
  expect(second.houseWaited).toBe(0);
  const proven = await rowsOf<{ count: number }>(
    house.db,
    sql`select count(distinct wallet)::int as count from bets where result = 'loss'`,
  );
  expect(proven).toEqual([{ count: CROWD }]);
});
