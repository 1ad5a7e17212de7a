import type { Result } from "../../src/domain/result.ts";
import { lamports } from "../../src/domain/lamports.ts";
import type { Cluster } from "./cluster.ts";
import { house, type Keypair, keypairOf } from "./keys.ts";
import { amount, isSet, type Row, text } from "./oracle/mirror.ts";
import type { ServerProcess } from "./process.ts";
import type { Random } from "./random.ts";
import type { Stage } from "./stage.ts";
import { type SignedTransaction, signOwn, signPrepared } from "./wallet.ts";
import type { Actor } from "./world.ts";

export const manners = [
  "honest",
  "forgetful",
  "sniper",
  "ring",
  "replayer",
  "wrong payer",
  "streak farmer",
  "referred",
  "miser",
] as const;
export type Manner = (typeof manners)[number];

export interface Player extends Actor {
  readonly manner: Manner;
  readonly pair: Keypair;
}

const howMany: Readonly<Record<Manner, number>> = {
  honest: 3,
  forgetful: 2,
  sniper: 1,
  ring: 6,
  replayer: 1,
  "wrong payer": 1,
  "streak farmer": 2,
  referred: 3,
  miser: 1,
};

export const players: readonly Player[] = manners.flatMap((manner) =>
  Array.from({ length: howMany[manner] }, (_, index) => ({
    name: `${manner} ${index + 1}`,
    manner,
    pair: keypairOf(`player ${manner} ${index + 1}`),
    isAlive: true,
    pausedUntilMs: 0,
  })),
);

interface Ports {
  readonly stage: Stage;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly isOver: () => boolean;
  readonly muted: ReadonlySet<string>;
}

interface Bet {
  readonly raceId: string;
  readonly betId: string;
  readonly horseId: number;
  readonly stake: bigint;
  readonly wire: string;
}

/** Sets every player going. */
export function startPlayers(ports: Ports): void {
  const seen: string[] = [];
  for (const player of players) {
    if (ports.muted.has(player.manner)) continue;
    // The ring acts together, led by its first.
    if (player.manner === "ring" && !player.name.endsWith(" 1")) continue;
    void live({ ...ports, random: ports.random.stream(player.name), seen }, player);
  }
}

interface Life extends Ports {
  /** Signatures that everybody can read from the chain. */
  readonly seen: string[];
}

async function live(life: Life, player: Player): Promise<void> {
  const { stage, random, isOver } = life;
  const betIn = new Set<string>();
  while (!isOver()) {
    await stage.world.sleep(player, random.between(1_000, 5_000));
    if (isOver()) return;
    try {
      await withdrawIfRich(life, player);
      const race = openRace(stage);
      if (!race || betIn.has(text(race, "id")) || !random.chance(eagerness[player.manner])) continue;
      if (random.chance(0.9)) betIn.add(text(race, "id"));
      await play(life, player, race);
    } catch (error) {
      // The server died, refused the connection or failed inside: a player tries again some other time.
      stage.world.note(
        `${player.name} gives up: ${error instanceof Error ? error.message.slice(0, 60) : ""}`,
      );
    }
  }
}

const eagerness: Readonly<Record<Manner, number>> = {
  honest: 0.113,
  forgetful: 0.09,
  sniper: 0.113,
  ring: 0.018,
  replayer: 0.068,
  "wrong payer": 0.09,
  "streak farmer": 0.225,
  referred: 0.09,
  miser: 0.135,
};

export function openRace(stage: Stage): Row | null {
  const race = [...stage.oracle.mirror.races.values()].at(-1);
  if (!race || !isSet(race, "betting_opens_at")) return null;
  return race["status"] === "pending" || race["status"] === "countdown" ? race : null;
}

async function play(life: Life, player: Player, race: Row): Promise<void> {
  const { random } = life;
  switch (player.manner) {
    case "honest":
    case "referred":
    case "streak farmer":
    case "miser":
      return payAndConfirm(life, player, await prepare(life, player, race));
    case "forgetful":
      return forget(life, player, await prepare(life, player, race));
    case "sniper":
      return snipe(life, player, race);
    case "ring":
      return ringBets(life, race);
    case "replayer":
      return replay(life, player, race);
    case "wrong payer":
      return payWrongly(life, player, await prepare(life, player, race), random.below(7));
  }
}

const call = <T>({ cluster }: Life, work: (server: ServerProcess) => Promise<T>): Promise<T> => {
  const server = cluster.any();
  if (!server) throw new Error("no server answers");
  return server.call(() => work(server));
};

async function prepare(life: Life, player: Player, race: Row, horse?: number): Promise<Bet | null> {
  const { stage, random } = life;
  const raceId = text(race, "id");
  const horses = stage.oracle.mirror.horsesOf(raceId);
  const horseId = Number(horses[horse ?? random.below(horses.length)]?.["horse_id"]);
  const stake = stakeOf(life, player);
  const wish = { raceId, wallet: player.pair.address, isAdmin: false, horseId, stake: lamports(stake) };
  const prepared = await call(life, (server) => server.use.prepare(wish));
  note(life, player, "prepare", prepared);
  if (!prepared.ok) return null;
  const { betId, payment } = prepared.value;
  if (payment === null) {
    stage.oracle.acknowledged({ betId, wallet: player.pair.address, stake, signature: null });
    return null;
  }
  return { raceId, betId, horseId, stake, wire: payment.wire };
}

function stakeOf({ stage, random }: Life, player: Player): bigint {
  if (player.manner === "ring") return 70_000_001n;
  if (player.manner === "miser") {
    const held = stage.chain.balanceAt(player.pair.address, stage.chain.tip());
    return held > 15_000_000n ? held - 5_000n : 10_000_000n;
  }
  return BigInt(random.between(10_000_000, 900_000_000));
}

const note = ({ stage }: Life, player: Player, what: string, result: Result<unknown>) =>
  stage.world.note(`${player.name} ${what}: ${result.ok ? "ok" : result.code}`);

/** Hands signed bytes to a node of the player's own, which may lose, delay or repeat them. */
async function transmit(
  { stage, random, seen }: Life,
  player: Player,
  { wire, signature }: SignedTransaction,
) {
  await stage.world.operation(player, "pays", async () => {
    stage.chain.advance(stage.world.nowMs());
    const isFaulty = !stage.faults.isStopped;
    const copies = isFaulty && random.chance(0.06) ? 0 : isFaulty && random.chance(0.06) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delayMs = isFaulty && random.chance(0.12) ? random.below(30_000) : random.below(900);
      stage.chain.receive(wire, stage.world.nowMs() + delayMs);
    }
  });
  seen.push(signature);
}

async function pay(life: Life, player: Player, bet: Bet): Promise<SignedTransaction> {
  const signed = signPrepared(player.pair, bet.wire);
  if (life.random.chance(0.5)) await transmit(life, player, signed);
  else {
    const signedTransaction = Buffer.from(signed.wire).toString("base64");
    const wish = { raceId: bet.raceId, betId: bet.betId, wallet: player.pair.address, signedTransaction };
    note(life, player, "submit", await call(life, (server) => server.use.submit(wish)));
    life.seen.push(signed.signature);
  }
  return signed;
}

async function confirm(life: Life, player: Player, bet: Bet, signature: string) {
  const confirmation = {
    raceId: bet.raceId,
    betId: bet.betId,
    wallet: player.pair.address,
    signature,
    horseId: bet.horseId,
  };
  const confirmed = await call(life, (server) => server.use.confirm(confirmation));
  note(life, player, "confirm", confirmed);
  if (confirmed.ok) {
    life.stage.oracle.acknowledged({
      betId: bet.betId,
      wallet: player.pair.address,
      stake: bet.stake,
      signature,
    });
  }
  return confirmed;
}

async function payAndConfirm(life: Life, player: Player, bet: Bet | null): Promise<void> {
  if (!bet) return;
  const { stage, random } = life;
  const { signature } = await pay(life, player, bet);
  await stage.world.sleep(player, random.between(100, 2_500));
  const calls = [confirm(life, player, bet, signature)];
  if (random.chance(0.25)) calls.push(confirm(life, player, bet, signature));
  const answers = await Promise.allSettled(calls);
  const isIn = answers.some((answer) => answer.status === "fulfilled" && answer.value.ok);
  if (!isIn && random.chance(0.5)) await confirm(life, player, bet, signature);
}

/** Closes the tab at any moment, or presses twice. */
async function forget(life: Life, player: Player, bet: Bet | null): Promise<void> {
  if (!bet || life.random.chance(0.2)) return;
  const { signature } = await pay(life, player, bet);
  if (life.random.chance(0.4)) await pay(life, player, bet);
  if (life.random.chance(0.6)) return;
  await life.stage.world.sleep(player, life.random.between(5_000, 40_000));
  await confirm(life, player, bet, signature);
}

/** Pays so that it lands when betting closes. */
async function snipe(life: Life, player: Player, race: Row): Promise<void> {
  const bet = await prepare(life, player, race);
  if (!bet) return;
  for (let waited = 0; waited < 60; waited += 1) {
    const now = life.stage.oracle.mirror.races.get(bet.raceId);
    if (!now || now["status"] === "active") break;
    const closesAt = isSet(now, "closes_at") ? Date.parse(text(now, "closes_at")) : null;
    if (closesAt !== null && closesAt - life.stage.world.nowMs() < life.random.between(200, 2_500)) break;
    await life.stage.world.sleep(player, 500);
  }
  await payAndConfirm(life, player, bet);
}

/** Six wallets of one person bet on all horses at once. */
async function ringBets(life: Life, race: Row): Promise<void> {
  const ring = players.filter(({ manner }) => manner === "ring");
  await Promise.allSettled(
    ring.map(async (member, lane) => payAndConfirm(life, member, await prepare(life, member, race, lane))),
  );
}

/** Confirms with payments of others, with old ones, and sends old bytes again. */
async function replay(life: Life, player: Player, race: Row): Promise<void> {
  const { random, seen } = life;
  const bet = await prepare(life, player, race);
  if (!bet) return;
  const foreign =
    seen.length === 0 ? "1111111111111111111111111111111111111111111" : random.pick(seen.slice(-30));
  await Promise.allSettled([confirm(life, player, bet, foreign)]);
  const signed = await pay(life, player, bet);
  await confirm(life, player, bet, signed.signature);
  const again = await prepare(life, player, openRace(life.stage) ?? race);
  await transmit(life, player, signed);
  if (again) await confirm(life, player, again, signed.signature);
}

async function payWrongly(life: Life, player: Player, bet: Bet | null, how: number): Promise<void> {
  const { stage, random, seen } = life;
  const { chain } = stage;
  const deposit = house.deposit.address;
  const stake = bet?.stake ?? 50_000_000n;
  const others = [...stage.oracle.mirror.bets.values()].filter(
    ({ status, wallet }) => status === "prepared" && wallet !== player.pair.address,
  );
  const other = others.length > 0 ? random.pick(others.slice(-4)) : null;
  const foreign = other ? text(other, "id") : "b-0";
  const memo = `furlong:1:bet ${bet?.betId ?? foreign}`;
  const ways = [
    { transfers: [{ to: deposit, lamports: stake + 1n }], memo },
    { transfers: [{ to: deposit, lamports: stake - 1n }], memo },
    // All is right with it but who pays.
    {
      transfers: [{ to: deposit, lamports: other ? amount(other, "stake") : stake }],
      memo: `furlong:1:bet ${foreign}`,
    },
    {
      transfers: [
        { to: deposit, lamports: stake },
        { to: deposit, lamports: 1_000_000n },
      ],
      memo,
    },
    { transfers: [{ to: house.hot.address, lamports: stake }], memo },
    {
      transfers: [
        { to: deposit, lamports: stake },
        { to: house.hot.address, lamports: stake },
      ],
      memo: null,
    },
    { transfers: [{ to: deposit, lamports: 2_000_000_000_000n }], memo },
  ];
  const way = ways[how];
  if (!way) return;
  const blockhash = chain.hashOf(chain.latestBlockAt(chain.tip()));
  const signed = signOwn(player.pair, { ...way, blockhash });
  await transmit(life, player, signed);
  seen.push(signed.signature);
  if (!bet) return;
  await stage.world.sleep(player, 2_500);
  await confirm(life, player, bet, signed.signature);
  if (random.chance(0.5)) await payAndConfirm(life, player, bet);
}

const LEAST = 50_000_000n;

/** Takes the whole server balance out, with several clicks at once. */
async function withdrawIfRich(life: Life, player: Player): Promise<void> {
  const { stage, random } = life;
  const balance = stage.oracle.balance(`user:${player.pair.address}`);
  if (balance < LEAST || !random.chance(0.3)) return;
  const wanted = lamports(random.chance(0.7) ? balance : LEAST);
  const wish = { wallet: player.pair.address, amount: wanted, isAdmin: false };
  const clicks = Array.from({ length: random.between(1, 3) }, async () => {
    note(life, player, "withdraw", await call(life, (server) => server.use.withdraw(wish)));
  });
  await Promise.allSettled(clicks);
}
