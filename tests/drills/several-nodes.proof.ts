import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type CountingNode, openCountingNode } from "../support/counting-node.ts";
import type { NodeMood } from "../support/faulty-nodes.ts";
import { type GameBehindNode, openGameBehindNode } from "../support/game-behind-node.ts";
import { openDevnetRpc } from "../support/network-chain.ts";
import { until } from "../support/until.ts";

/** One bettor per horse, so that somebody wins. */
const BETTORS = 6;
const NODES = 3;
const COUNTDOWN_MS = 10_000;
/** The delay that faulty nodes may add. */
const MAX_DELAY_MS = 10_000;

let chain: Awaited<ReturnType<typeof openDevnetRpc>>;
let nodes: readonly CountingNode[] = [];
let game: GameBehindNode;
/** From the end of betting to the start, with healthy nodes: the memo lands and four slots pass. */
let usualMs = Number.NaN;
beforeAll(async () => {
  chain = await openDevnetRpc(400);
  nodes = await Promise.all(Array.from({ length: NODES }, () => openCountingNode(chain)));
  game = await openGameBehindNode({
    nodeUrl: nodes.map(({ url }) => url).join(","),
    chainUrl: chain.url,
    players: BETTORS,
    settings: {
      countdown_seconds: String(COUNTDOWN_MS / 1_000),
      extend_seconds: "5",
      sprint_duration: "5",
      race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
      next_race_delay: "5",
      min_bets_to_start: "2",
    },
    env: { RPC_CALLS_PER_10_SECONDS: "1000" },
  });
  usualMs = await playRace();
});
afterAll(async () => {
  await game?.close();
  for (const node of nodes) await node.close();
  await chain?.close();
});

afterEach(async () => {
  for (const node of nodes) await node.calls("sound");
});

/** Plays a race; returns how long after the end of betting it started. */
async function playRace(): Promise<number> {
  const race = await game.openRace();
  await Promise.all(
    game.players.map(async (player, at) => {
      const { confirmed } = await player.bet(race.id, race.horses[at]?.id ?? 0, 0.05);
      expect(confirmed).toMatchObject({ status: 200 });
    }),
  );
  await game.settled(race.id);
  const { body } = await game.admin.call("GET", `/api/races/${race.id}`);
  const { status, refund_reason: why } = body.race;
  expect({ status, why }).toEqual({ status: "completed", why: null });
  return Date.parse(body.race.startsAt) - Date.parse(body.race.countdownEndsAt);
}

/**
 * Books and chain agree, and each player has on the chain and in the game together what they put in, less what they
 * lost.
 */
async function checkMoney() {
  for (const node of nodes) await node.calls("sound");
  await until(
    "books and chain to agree",
    async () => {
      const { body } = await game.admin.call("GET", "/api/solvency");
      expect(body.paymentsHalted).toBe(false);
      return body.difference === "0" && body.outboundInFlight === "0" && body.inboundPending === "0";
    },
    { patienceMs: 120_000 },
  );
}

const isAside = async (place: number) =>
  (await game.metric("furlong_node_aside", new URL(nodes[place]!.url).host)) === 1;
const asideIs = (place: number, wanted: boolean) =>
  until(
    `node ${place + 1} to be ${wanted ? "put aside" : "taken back"}`,
    async () => (await isAside(place)) === wanted,
    { patienceMs: 90_000 },
  );

const turns: readonly (readonly [NodeMood, number])[] = [
  ["lying", 0],
  ["lagging", 1],
  ["gone", 0],
];

for (const [mood, place] of turns) {
  it(`LIMITS-19 a race with node ${place + 1} of three ${mood} is run in time, and that node alone is put aside`, async () => {
    for (const at of nodes.keys()) await asideIs(at, false);
    await nodes[place]!.calls(mood);
    const [startedAfterMs] = await Promise.all([playRace(), asideIs(place, true)]);
    expect(startedAfterMs - usualMs).toBeLessThanOrEqual(MAX_DELAY_MS);
    for (const at of nodes.keys()) if (at !== place) await asideIs(at, false);
  });
}

it("LIMITS-19 a node that is gone in the middle of a race is put aside, and taken back when it is there again; nothing was lost or doubled", async () => {
  await asideIs(0, false);
  const race = playRace();
  await new Promise((resolve) => setTimeout(resolve, COUNTDOWN_MS / 2));
  await nodes[0]!.calls("gone");
  await asideIs(0, true);
  expect((await race) - usualMs).toBeLessThanOrEqual(MAX_DELAY_MS);
  await checkMoney();
  await asideIs(0, false);
});
