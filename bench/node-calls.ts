/**
 * How often the product calls a Solana node: while nothing happens, for a bet, for a race, with four and with twenty
 * players at once, and for a signature that somebody made up. The embedded chain runs in its own process with slots of
 * 400 ms, behind a proxy that counts calls and refuses those beyond the limits of public nodes; the server runs in
 * another process.
 *
 * Usage: npm run bench -- node-calls [--idle SECONDS] [--no-sockets] [--only idle,few,race,crowd,invented]
 */
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { getBase58Decoder } from "@solana/kit";
import { type NodeCalls, openCountingNode, sumOfCalls } from "../tests/support/counting-node.ts";
import { type GameBehindNode, openGameBehindNode } from "../tests/support/game-behind-node.ts";
import type { Player } from "../tests/support/player.ts";
import { until } from "../tests/support/until.ts";

const { values } = parseArgs({
  options: {
    idle: { type: "string", default: "60" },
    only: { type: "string", default: "idle,few,race,crowd,invented" },
    "no-sockets": { type: "boolean", default: false },
  },
});
const wanted = new Set(values.only.split(","));
const BETTORS = 10;
const FEW = 4;
const CROWD = 20;
const settings = {
  countdown_seconds: "45",
  extend_seconds: "5",
  sprint_duration: "8",
  race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
  next_race_delay: "10",
  min_bets_to_start: "2",
};

interface Measured {
  readonly what: string;
  readonly calls: NodeCalls;
  readonly seconds: number;
  /** What the calls are divided by, and its name. */
  readonly per: readonly [number, string];
}

const chain = fork(join(import.meta.dirname, "node-calls/chain.ts"), ["400"], {
  execArgv: ["--import", "tsx"],
  stdio: ["ignore", "pipe", "inherit", "ipc"],
});
const printed = await new Promise<string>((resolve) =>
  chain.stdout?.once("data", (data) => resolve(String(data))),
);
const target = JSON.parse(printed) as { url: string; webSocketUrl: string };
const node = await openCountingNode(target);
if (values["no-sockets"]) node.subscriptions("refusing");
const game = await openGameBehindNode({
  nodeUrl: node.url,
  chainUrl: target.url,
  players: CROWD + 1,
  settings,
});
const measured: Measured[] = [];
try {
  const count = async (what: string, per: Measured["per"], run: () => Promise<void>) => {
    node.takeCalls();
    const began = performance.now();
    await run();
    measured.push({ what, calls: node.takeCalls(), seconds: (performance.now() - began) / 1000, per });
    console.error(`${what}: done`);
  };
  node.enforceLimits();
  const first = await game.openRace();
  await until(
    "the house to have nothing to do",
    async () => (await game.metric("furlong_payments_pending")) === 0,
  );
  const idleSeconds = Number(values.idle);
  if (wanted.has("idle")) await count("idle", [idleSeconds, "second"], () => pause(idleSeconds * 1000));
  const countRace = (players: number, race: Race) =>
    count(`${players} players bet at once: the whole race`, [1, "race"], async () => {
      await Promise.all(game.players.slice(0, players).map((player, at) => bet(player, race, at)));
      await game.settled(race.id);
    });
  if (wanted.has("few")) await countRace(FEW, first);
  if (wanted.has("race")) {
    const race = wanted.has("few") ? await game.openRace() : first;
    const bettors = game.players.slice(0, BETTORS);
    const last: string[] = [];
    await count(`${BETTORS} bets, until they are final`, [BETTORS, "bet"], async () => {
      for (const [at, player] of bettors.entries()) {
        last.push(await bet(player, race, at));
        await pause(1_000);
      }
      await untilFinal(bettors, last);
    });
    await count("the rest of their race", [1, "race"], () => game.settled(race.id));
  }
  if (wanted.has("crowd")) await countRace(CROWD, await game.openRace());
  if (wanted.has("invented")) await countInvented(game, count);
} finally {
  await game.close();
  await node.close();
  chain.disconnect();
}
for (const one of measured) print(one);

async function bet(player: Player, race: Race, at: number): Promise<string> {
  const horse = race.horses[at % race.horses.length];
  if (!horse) throw new Error("the race has no horses");
  const { confirmed, signature } = await player.bet(race.id, horse.id, 0.05);
  if (confirmed.status !== 200) console.error(`a bet was answered ${confirmed.status}: ${confirmed.text}`);
  return signature;
}

type Race = Awaited<ReturnType<GameBehindNode["openRace"]>>;

async function untilFinal([anyone]: readonly Player[], signatures: readonly string[]): Promise<void> {
  await until("all bets to be final", async () => {
    const found = await anyone?.connection.getSignatureStatuses([...signatures], {
      searchTransactionHistory: true,
    });
    return found?.value.every((status) => status?.confirmationStatus === "finalized");
  });
}

/** Somebody confirms a bet again and again with a signature that no transaction has. */
async function countInvented(
  { openRace, players }: GameBehindNode,
  count: (what: string, per: Measured["per"], run: () => Promise<void>) => Promise<void>,
) {
  const race = await openRace();
  const [liar] = players.slice(-1);
  if (!liar) return;
  const { betId } = await liar.prepare(race.id, race.horses[0]?.id ?? 0, 0.05);
  const signature = getBase58Decoder().decode(randomBytes(64));
  await count("an invented signature, confirmed twice", [1, "signature"], async () => {
    await liar.confirmCall(race.id, betId, signature);
    await liar.confirmCall(race.id, betId, signature);
  });
}

function print({ what, calls: { answered, refused }, seconds, per: [units, unit] }: Measured) {
  const total = sumOfCalls(answered) + sumOfCalls(refused);
  console.log(
    `\n${what}: ${total} calls in ${seconds.toFixed(0)} s, ${(total / units).toFixed(2)} a ${unit}, ${sumOfCalls(refused)} refused`,
  );
  for (const method of [...new Set([...answered.keys(), ...refused.keys()])].toSorted()) {
    const counts = [answered.get(method) ?? 0, refused.get(method) ?? 0] as const;
    console.log(
      `  ${method.padEnd(26)}${String(counts[0]).padStart(6)} answered${String(counts[1]).padStart(6)} refused`,
    );
  }
}
