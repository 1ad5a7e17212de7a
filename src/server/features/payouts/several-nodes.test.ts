import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FaultyNode, type NodeMood, openFaultyNode } from "../../../../tests/support/faulty-nodes.ts";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { giftOf } from "../../../../tests/support/paying.ts";
import { openLog } from "../../adapters/log.ts";
import { lamports } from "../../../domain/lamports.ts";
import { userAccount } from "../../../domain/ledger.ts";
import { post } from "../../foundation/books/ledger.ts";
import { queuePayment } from "../../foundation/books/payments.ts";
import { nodePool, type NodePool } from "../../foundation/chain/node-pool.ts";
import { pooledChain } from "../../foundation/chain/pooled-chain.ts";
import { sendPayments } from "./send-payments.ts";

let opened: TestHouse | undefined;
let house: TestHouse;
let nodes: readonly FaultyNode[] = [];
let pool: NodePool;
beforeAll(async () => {
  opened = await openTestHouse({
    wrap(chain) {
      nodes = [1, 2, 3].map(() => openFaultyNode(chain));
      const named = nodes.map((node, place) => ({ name: `node-${place + 1}`, node: node.chain }));
      // The house's own clock only exists once the house is open.
      const clock = { now: () => opened?.clock.now() ?? 0, sleep: async () => undefined };
      pool = nodePool(named, { clock, log: openLog("silent") });
      return pooledChain(
        pool,
        named.map(({ node }) => node),
      );
    },
  });
  house = opened;
});
afterAll(() => house.close());

const ports = () => ({ ...house, isLocal: false });
let count = 0;

/** Queues a payout of money that the player is given for it. */
async function queue(wallet: string) {
  count += 1;
  const amount = lamports(sol(0.01) + BigInt(count));
  await house.db.transaction(async (tx) => {
    await post(tx, giftOf(`${count}`, wallet, amount));
    await queuePayment(tx, {
      id: `payout-${count}`,
      kind: "payout",
      source: "hot",
      destination: wallet,
      lamports: amount,
      wallet,
      createdAt: new Date(house.clock.now()),
    });
  });
  return amount;
}

const step = async (slots: number) => {
  await sendPayments(ports());
  await house.testChain.advanceSlots(slots);
  await pool.compareSlots();
  await house.watch().catch(() => undefined);
};

it(
  "MONEY-11 LIMITS-19 with one of three nodes lying, lagging or gone by turns each payment is made once",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            node: fc.nat(2),
            mood: fc.constantFrom<NodeMood>("lying", "lagging", "gone"),
            // Some rounds take a payment past the end of its blockhash.
            slots: fc.constantFrom(1, 3, 33, 200),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        async (rounds) => {
          const paid = new Map<string, bigint>();
          for (const { node, mood, slots } of rounds) {
            const wallet = (await house.testChain.newKeypair()).address;
            paid.set(wallet, await queue(wallet));
            await nodes[node]!.mood(mood);
            await step(slots);
            await step(slots);
            await nodes[node]!.mood("sound");
          }
          for (let round = 0; round < 6; round += 1) await step(210);
          for (const [wallet, amount] of paid) {
            expect(await house.testChain.chain.balance(wallet)).toBe(amount);
          }
          expect(await house.balance("outgoing")).toBe(0n);
          await house.checkBooks();
          await house.checkSolvency();
        },
      ),
      { numRuns: 8 },
    ),
  240_000,
);

it("LIMITS-19 a deposit that one node tells a thousandfold is counted as it is", async () => {
  await nodes[0]!.mood("lying");
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, house.address.deposit, sol(0.2));
  await house.testChain.advanceSlots();
  await house.watch();
  expect(await house.balance(userAccount(player.address))).toBe(sol(0.2));
  await nodes[0]!.mood("sound");
  await house.checkSolvency();
});
