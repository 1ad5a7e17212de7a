import { randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CountingNode, openCountingNode, sumOfCalls } from "../support/counting-node.ts";
import { type GameBehindNode, openGameBehindNode } from "../support/game-behind-node.ts";
import { openDevnetRpc } from "../support/network-chain.ts";
import { until } from "../support/until.ts";

/** A signature that no transaction has. */
const invented = () => getBase58Decoder().decode(randomBytes(64));

let chain: Awaited<ReturnType<typeof openDevnetRpc>>;
let node: CountingNode;
let game: GameBehindNode;
beforeAll(async () => {
  chain = await openDevnetRpc(200);
  node = await openCountingNode(chain);
  game = await openGameBehindNode({ nodeUrl: node.url, chainUrl: chain.url, players: 3 });
});
afterAll(async () => {
  await game?.close();
  await node?.close();
  await chain?.close();
});

/** Waits until the house has no payment under way, whose transaction the server would read. */
const idle = () =>
  until("the house to have nothing to do", async () => (await game.metric("furlong_payments_pending")) === 0);

/** Time of a query's last poll, after which it ends: this limits how many can follow one another in a given time. */
const QUESTION_MS = 4_000;

const looks = () => node.takeCalls().answered.get("getTransaction") ?? 0;

it("LIMITS-13 an invented signature costs the node three calls, however many ask about it at the same time", async () => {
  const [liar, friend] = game.players;
  if (!liar || !friend) throw new Error("nobody is there");
  const race = await game.openRace();
  const horse = race.horses[0]?.id ?? 0;
  const [one, other] = [await liar.prepare(race.id, horse, 0.05), await friend.prepare(race.id, horse, 0.05)];
  const signature = invented();
  await idle();
  looks();
  const began = performance.now();
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => liar.confirmCall(race.id, one.betId, signature)),
    ...Array.from({ length: 10 }, () => friend.confirmCall(race.id, other.betId, signature)),
  ]);
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(["NOT_FINAL_YET"]));
  const asked = looks();
  expect(asked).toBeGreaterThan(0);
  // On a busy machine some requests arrive after the others have been answered.
  expect(asked).toBeLessThanOrEqual(3 * Math.floor((performance.now() - began) / QUESTION_MS));
});

it("LIMITS-13 a wallet with five questions open is refused a sixth, for bets and for deposits", async () => {
  const [, , liar] = game.players;
  if (!liar) throw new Error("nobody is there");
  const race = await game.openRace();
  const { betId } = await liar.prepare(race.id, race.horses[0]?.id ?? 0, 0.05);
  await idle();
  looks();
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => liar.confirmCall(race.id, betId, invented())),
    ...Array.from({ length: 20 }, () =>
      liar.call("POST", "/api/wallet/deposit/confirm", { body: { txSignature: invented() } }),
    ),
  ]);
  const codes = answers.map(({ status, body }) => `${status} ${body.code}`);
  expect(codes.filter((code) => code === "409 NOT_FINAL_YET")).toHaveLength(5);
  expect(codes.filter((code) => code === "429 RATE_LIMITED")).toHaveLength(35);
  expect(looks()).toBeLessThanOrEqual(5 * 3);
});

it("LIMITS-13 a bet that was paid is confirmed while others ask about what they invented", async () => {
  const [liar, friend, player] = game.players;
  if (!liar || !friend || !player) throw new Error("nobody is there");
  const race = await game.openRace();
  const horse = race.horses[0]?.id ?? 0;
  const lies = [];
  for (const one of [liar, friend]) {
    const { betId } = await one.prepare(race.id, horse, 0.05);
    for (let lie = 0; lie < 5; lie += 1) lies.push(one.confirmCall(race.id, betId, invented()));
  }
  const { confirmed } = await player.bet(race.id, horse, 0.05);
  expect(confirmed.status).toBe(200);
  await Promise.all(lies);
  expect(sumOfCalls(node.takeCalls().refused)).toBe(0);
});
