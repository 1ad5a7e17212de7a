import { afterAll, beforeAll, expect, it } from "vitest";
import { type CountingNode, openCountingNode } from "../support/counting-node.ts";
import { type Flood, startFlood } from "../support/flood.ts";
import { type GameBehindNode, openGameBehindNode } from "../support/game-behind-node.ts";
import { openDevnetRpc } from "../support/network-chain.ts";
import { until } from "../support/until.ts";

const BETTORS = 6;

let chain: Awaited<ReturnType<typeof openDevnetRpc>>;
let node: CountingNode;
let game: GameBehindNode;
let flood: Flood | undefined;
beforeAll(async () => {
  chain = await openDevnetRpc(200);
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
      min_bets_to_start: String(BETTORS),
    },
  });
  node.enforceLimits();
});
afterAll(async () => {
  await flood?.stop();
  await game?.close();
  await node?.close();
  await chain?.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sends = (of: string) =>
  game.metric("furlong_node_calls_total", `method="sendTransaction",outcome="answered",class="${of}"`);

it("LIMITS-41 LIMITS-42 a race is locked, run and paid while a hundred strangers without money behind one address ask for all that free calls can", async () => {
  const race = await game.openRace();
  const { body } = await game.admin.call("GET", "/api/solvency");
  const deposit = body.holdings.find(({ kind }: { kind: string }) => kind === "deposit").address;
  flood = await startFlood({
    url: `http://127.0.0.1:${game.server.port}`,
    chainUrl: chain.url,
    raceId: race.id,
    horseId: race.horses[0]?.id ?? 0,
    deposit,
    wallets: 100,
  });
  // The strangers use up what there is before anybody bets.
  await pause(12_000);
  const houseWaited: number[] = [];
  const watching = setInterval(() => {
    void game.metric("furlong_node_calls_waiting", 'class="house"').then((count) => houseWaited.push(count));
  }, 250);
  try {
    const bets = await Promise.all(
      game.players.map((player, at) => player.bet(race.id, race.horses[at]?.id ?? 0, 0.05)),
    );
    expect(bets.map(({ confirmed }) => confirmed.status)).toEqual(bets.map(() => 200));
    await game.settled(race.id);
  } finally {
    clearInterval(watching);
  }
  await flood.stop();

  const ended = await game.admin.call("GET", `/api/races/${race.id}`);
  expect(ended.body.race.status).toBe("completed");
  const [winner] = await until("the payout", async () => {
    const { body: paid } = await game.admin.call("GET", "/api/admin/payouts");
    const found = paid.payouts?.filter(({ status }: { status: string }) => status === "completed");
    return found?.length > 0 && found;
  });
  expect(winner.status).toBe("completed");

  // What was asked, in which order, and on whose behalf.
  const asked = [...flood.answers].reduce((sum, [, count]) => sum + count, 0);
  expect(asked).toBeGreaterThan(500);
  expect([...flood.answers.keys()].filter((key) => key.endsWith(" ok"))).toEqual([]);
  expect(houseWaited.length).toBeGreaterThan(10);
  expect(houseWaited.filter((count) => count > 0)).toEqual([]);
  // Nothing that a stranger signed was sent.
  expect(await sends("player")).toBe(BETTORS);
  expect(await sends("house")).toBeGreaterThan(3);
  expect(Object.fromEntries(node.takeCalls().refused)).toEqual({});
}, 150_000);
