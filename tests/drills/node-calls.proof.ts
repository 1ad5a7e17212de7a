import { afterAll, beforeAll, expect, it } from "vitest";
import { type CountingNode, openCountingNode, sumOfCalls } from "../support/counting-node.ts";
import { type GameBehindNode, openGameBehindNode } from "../support/game-behind-node.ts";
import { openDevnetRpc } from "../support/network-chain.ts";
import { until } from "../support/until.ts";

const BETTORS = 4;
const SOL = 1_000_000_000;
const IDLE_SECONDS = 30;
/** The limits that docs/operate/nodes.md promises. */
const MAX_IDLE_PER_SECOND = 0.5;
const MAX_PER_BET = 3;
const MAX_PER_RACE = 60;

let chain: Awaited<ReturnType<typeof openDevnetRpc>>;
let node: CountingNode;
let game: GameBehindNode;
beforeAll(async () => {
  chain = await openDevnetRpc(400);
  node = await openCountingNode(chain);
  game = await openGameBehindNode({
    nodeUrl: node.url,
    chainUrl: chain.url,
    players: BETTORS,
    settings: {
      countdown_seconds: "15",
      extend_seconds: "5",
      sprint_duration: "5",
      race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
      next_race_delay: "5",
      min_bets_to_start: "2",
    },
  });
  node.enforceLimits();
});
afterAll(async () => {
  await game?.close();
  await node?.close();
  await chain?.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the number of calls since the last time; none may have been refused. */
function callsSince(): number {
  const { answered, refused } = node.takeCalls();
  expect(Object.fromEntries(refused)).toEqual({});
  return sumOfCalls(answered);
}

async function playRace(): Promise<void> {
  const race = await game.openRace();
  await Promise.all(
    game.players.map(async (player, at) => {
      const { confirmed } = await player.bet(race.id, race.horses[at]?.id ?? 0, 0.05);
      expect(confirmed.status).toBe(200);
    }),
  );
  await game.settled(race.id);
}

async function untilIdle(): Promise<void> {
  await until(
    "the house to have nothing to do",
    async () => (await game.metric("furlong_payments_pending")) === 0,
  );
  // Let the work still in progress for the last payment finish.
  await pause(5_000);
}

it("LIMITS-18 while nothing happens the node is asked once in two seconds at most", async () => {
  await game.openRace();
  await untilIdle();
  node.takeCalls();
  await pause(IDLE_SECONDS * 1_000);
  expect(callsSince()).toBeLessThanOrEqual(IDLE_SECONDS * MAX_IDLE_PER_SECOND);
});

it("LIMITS-18 a race of four bettors keeps within the limits of public nodes, and each call is counted", async () => {
  const sends = () => game.metric("furlong_node_calls_total", 'method="sendTransaction",outcome="answered"');
  const before = await sends();
  node.takeCalls();
  await playRace();
  const { answered, refused } = node.takeCalls();
  expect(Object.fromEntries(refused)).toEqual({});
  expect(sumOfCalls(answered)).toBeLessThanOrEqual(MAX_PER_RACE + BETTORS * MAX_PER_BET);
  // Winners are still being paid.
  await untilIdle();
  const later = node.takeCalls().answered.get("sendTransaction") ?? 0;
  expect((await sends()) - before).toBe((answered.get("sendTransaction") ?? 0) + later);
});

it("BET-7 LIMITS-18 a payment that the node's subscription silently leaves out is credited all the same", async () => {
  node.subscriptions("only-slots");
  const [player] = game.players;
  if (!player) throw new Error("nobody is there");
  const before = await player.balance();
  const { body } = await player.call("GET", "/api/solvency");
  const deposit = body.holdings.find((held: { kind: string }) => held.kind === "deposit").address;
  await player.transfer(deposit, SOL / 10);
  await until("the credit", async () => (await player.balance()) > before, { patienceMs: 90_000 });
  expect(await player.balance()).toBeCloseTo(before + 0.1, 9);
  expect(callsSince()).toBeGreaterThan(0);
});

it("LIMITS-18 a race without subscriptions keeps within the limits as well", async () => {
  node.subscriptions("refusing");
  node.takeCalls();
  await playRace();
  expect(callsSince()).toBeGreaterThan(0);
});
