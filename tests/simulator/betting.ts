import type { PlayerRequest } from "../../src/server/foundation/chain/caller.ts";
import { lamports } from "../../src/domain/lamports.ts";
import type { Result } from "../../src/domain/result.ts";
import { requestOfPlayer } from "./node-budget.ts";
import { confirmsMore, isPoor, type Player, players } from "./player-strategies.ts";
import type { Cluster } from "./cluster.ts";
import { isSet, type Row, text } from "./oracle/mirror.ts";
import type { ServerProcess } from "./process.ts";
import type { Random } from "./random.ts";
import type { Environment } from "./environment.ts";
import { decodeWire } from "./transaction-bytes.ts";
import { type SignedTransaction, signOwn, signPrepared } from "./wallet.ts";

/** Everything that a player works with. */
export interface PlayerPorts {
  readonly environment: Environment;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly isOver: () => boolean;
  readonly muted: ReadonlySet<string>;
  /** Races that players want refunded, for support to pick up. */
  readonly complaints: string[];
}

export interface PlayerContext extends PlayerPorts {
  /** Signatures that anyone can read from the chain. */
  readonly seen: string[];
  /** Whose requests the server sees. */
  readonly caller: PlayerRequest;
}

export interface Bet {
  readonly raceId: string;
  readonly betId: string;
  readonly horseId: number;
  readonly stake: bigint;
  readonly wire: string;
  readonly depositAddress: string;
  /** Exactly as in the prepared transaction. */
  readonly memo: string;
}

/** Any deposit wallet that the house ever had, except `other` if given. */
export function anyDeposit({ environment, random }: PlayerContext, other?: string): string {
  const wallets = [...environment.oracle.mirror.houseWallets.values()].filter(
    ({ kind, address }) => kind === "deposit" && address !== other,
  );
  return text(random.pick(wallets), "address");
}

export function openRace(environment: Environment): Row | null {
  const race = [...environment.oracle.mirror.races.values()].at(-1);
  if (!race || !isSet(race, "betting_opens_at")) return null;
  return race["status"] === "pending" || race["status"] === "countdown" ? race : null;
}

export const newestHash = ({ chain }: Environment): string => chain.hashOf(chain.latestBlockAt(chain.tip()));

export const call = <T>(
  { cluster, caller }: PlayerContext,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> => {
  const server = cluster.any();
  if (!server) throw new Error("no server answers");
  return server.call(() => requestOfPlayer(caller, () => work(server)));
};

interface Terms {
  /** Counted from 0; any horse if absent. */
  readonly horse?: number | undefined;
  /** Whatever the player feels like if absent. */
  readonly stake?: bigint;
  /** From the wallet if absent. */
  readonly from?: "wallet" | "balance";
}

export async function prepare(
  context: PlayerContext,
  player: Player,
  race: Row,
  terms: Terms = {},
): Promise<Bet | null> {
  const { environment, random } = context;
  const raceId = text(race, "id");
  const horses = environment.oracle.mirror.horsesOf(raceId);
  const horse = horses[terms.horse ?? random.below(horses.length)];
  const horseId = Number(horse?.["horse_id"]);
  const stake = terms.stake ?? stakeOf(context, player);
  const { from = "wallet" } = terms;
  const wallet = player.pair.address;
  const request = {
    raceId,
    wallet,
    isAdmin: false,
    isBarredFromJackpots: false,
    horseId,
    stake: lamports(stake),
    from,
    isSteppedUp: confirmsMore(player),
  };
  const granted = environment.oracle.ageNotices.asking(wallet);
  const prepared = await call(context, (server) => server.use.prepare(request));
  granted(prepared.ok);
  note(context, player, "prepare", prepared);
  if (!prepared.ok) {
    await confirmNotice(context, player, prepared.code);
    return null;
  }
  const { betId, salt, payment } = prepared.value;
  if (payment === null) {
    environment.oracle.acknowledged({ betId, wallet: player.pair.address, stake, signature: null });
    return null;
  }
  const { wire, depositAddress } = payment;
  const memo = decodeWire(signPrepared(player.pair, wire).wire)?.memos.join(" ") ?? "";
  const horseNumber = Number(horse?.["number"]);
  environment.oracle.prepared({ raceId, betId, horseNumber, stake, salt: String(salt), memo });
  return { raceId, betId, horseId, stake, wire, depositAddress, memo };
}

/** Half of the time a player whom a refusal asks for the notice of age and place confirms it. */
export async function confirmNotice(context: PlayerContext, player: Player, refusal: string): Promise<void> {
  if (refusal !== "NOTICE_REQUIRED" || context.random.chance(0.5)) return;
  const { address } = player.pair;
  note(context, player, "confirm notice", await call(context, ({ use }) => use.confirmNotice(address)));
}

function stakeOf(context: PlayerContext, player: Player): bigint {
  // Big stakes earn the referrer enough to claim.
  const most = player.strategy === "referred" ? 8_000_000_000 : 900_000_000;
  if (!isPoor(player)) return BigInt(context.random.between(10_000_000, most));
  const all = heldBy(context, player) - FEE;
  return all < MIN_STAKE || all > MAX_STAKE ? MIN_STAKE : all;
}

const MIN_STAKE = 10_000_000n;
const MAX_STAKE = 10_000_000_000n;
const FEE = 5_000n;

export const heldBy = ({ environment: { chain } }: PlayerContext, { pair }: Player) =>
  chain.balanceAt(pair.address, chain.tip());

/**
 * Bets everything that the wallet holds, to the last lamport, and has a friend refill it once it is empty: what such a
 * wallet wins may be too little for it to exist (rule MONEY-10).
 */
export async function betAll(
  context: PlayerContext,
  player: Player,
  race: Row,
  horse?: number,
): Promise<void> {
  const { environment, random } = context;
  const [friend] = players;
  if (friend && heldBy(context, player) < MIN_STAKE + FEE) {
    const gift = player.strategy === "ring" ? 70_000_001n : BigInt(random.between(11_000_000, 25_000_000));
    const transfers = [{ to: player.pair.address, lamports: gift + FEE }];
    const signed = signOwn(friend.pair, { transfers, memo: null, blockhash: newestHash(environment) });
    await transmit(context, friend, signed);
    await environment.world.sleep(player, 2_000);
  }
  await payAndConfirm(context, player, await prepare(context, player, race, { horse }));
}

export const note = ({ environment }: PlayerContext, player: Player, what: string, result: Result<unknown>) =>
  environment.world.note(`${player.name} ${what}: ${result.ok ? "ok" : result.code}`);

/** Hands signed bytes to the player's own node, which may lose, delay or repeat them. */
export async function transmit(
  { environment, random, seen }: PlayerContext,
  player: Player,
  { wire, signature }: SignedTransaction,
) {
  await environment.world.operation(player, "pays", async () => {
    environment.chain.advance(environment.world.nowMs());
    const isFaulty = !environment.faults.isStopped;
    const copies = isFaulty && random.chance(0.06) ? 0 : isFaulty && random.chance(0.06) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delayMs = isFaulty && random.chance(0.12) ? random.below(30_000) : random.below(900);
      environment.chain.receive(wire, environment.world.nowMs() + delayMs);
    }
  });
  seen.push(signature);
}

export async function pay(context: PlayerContext, player: Player, bet: Bet): Promise<SignedTransaction> {
  const signed = signPrepared(player.pair, bet.wire);
  if (context.random.chance(0.5)) await transmit(context, player, signed);
  else {
    const signedTransaction = Buffer.from(signed.wire).toString("base64");
    const request = { raceId: bet.raceId, betId: bet.betId, wallet: player.pair.address, signedTransaction };
    note(context, player, "submit", await call(context, (server) => server.use.submit(request)));
    context.seen.push(signed.signature);
  }
  return signed;
}

export async function confirm(context: PlayerContext, player: Player, bet: Bet, signature: string) {
  const confirmation = {
    raceId: bet.raceId,
    betId: bet.betId,
    wallet: player.pair.address,
    signature,
    horseId: bet.horseId,
  };
  const confirmed = await call(context, (server) => server.use.confirm(confirmation));
  note(context, player, "confirm", confirmed);
  if (confirmed.ok) {
    context.environment.oracle.acknowledged({
      betId: bet.betId,
      wallet: player.pair.address,
      stake: bet.stake,
      signature,
    });
  }
  return confirmed;
}

/** Asks all instances concurrently to credit a payment to the balance. */
export async function countEverywhere(context: PlayerContext, player: Player, signature: string) {
  const request = { wallet: player.pair.address, signature };
  const asked = context.cluster.all.map(async (server) =>
    note(
      context,
      player,
      "confirm deposit",
      await server.call(() => requestOfPlayer(context.caller, () => server.use.confirmDeposit(request))),
    ),
  );
  await Promise.allSettled(asked);
}

export async function payAndConfirm(context: PlayerContext, player: Player, bet: Bet | null): Promise<void> {
  if (!bet) return;
  const { environment, random } = context;
  const { signature } = await pay(context, player, bet);
  await environment.world.sleep(player, random.between(100, 2_500));
  const calls = [confirm(context, player, bet, signature)];
  if (random.chance(0.25)) calls.push(confirm(context, player, bet, signature));
  const answers = await Promise.allSettled(calls);
  const isIn = answers.some((answer) => answer.status === "fulfilled" && answer.value.ok);
  if (!isIn && random.chance(0.5)) await confirm(context, player, bet, signature);
}

/** Closes the tab at some point, or presses twice. */
export async function forget(context: PlayerContext, player: Player, bet: Bet | null): Promise<void> {
  if (!bet || context.random.chance(0.2)) return;
  const { signature } = await pay(context, player, bet);
  if (context.random.chance(0.4)) await pay(context, player, bet);
  if (context.random.chance(0.6)) return;
  await context.environment.world.sleep(player, context.random.between(5_000, 40_000));
  await confirm(context, player, bet, signature);
}

/** Takes the bet back if nobody else has come for a while, often too early or with two clicks at once (rule LONE-1). */
export async function takeBackLater(context: PlayerContext, player: Player, bet: Bet | null): Promise<void> {
  const { environment, random } = context;
  if (bet === null || !random.chance(0.6)) return;
  await environment.world.sleep(player, random.between(0, 4_000));
  const wallet = player.pair.address;
  const request = { raceId: bet.raceId, betId: bet.betId, wallet };
  const takeBack = async () => {
    const release = environment.oracle.takeBacks.asking(wallet);
    try {
      note(context, player, "take back", await call(context, (server) => server.use.takeBack(request)));
    } finally {
      release();
    }
  };
  await Promise.allSettled(Array.from({ length: random.between(1, 2) }, takeBack));
}
