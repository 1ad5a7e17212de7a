/**
 * The ring in a race that takes nearly everything for the house: with a bet on every horse, it is certain to win an
 * amount that is too small for an empty wallet (rule MONEY-10). It then does what could leave the house short: its
 * wallet holds money when the payout is signed and none when it lands, it spends what stayed on the balance, and it
 * complains when a refund hurts most.
 */
import { takeOut } from "./balance-players.ts";
import {
  anyDeposit,
  confirm,
  countEverywhere,
  heldBy,
  newestHash,
  openRace,
  type PlayerContext,
  prepare,
} from "./betting.ts";
import { isQuiet } from "./bonus-farmers.ts";
import { ringBets } from "./dishonest-players.ts";
import { amount, isSet, type Row, text } from "./oracle/mirror.ts";
import { friend, type Player, players } from "./player-strategies.ts";
import { watchFor } from "./waiting.ts";
import { signOwn, signPrepared } from "./wallet.ts";

const ring = players.filter(({ strategy }) => strategy === "ring");

const NEARLY_ALL_BPS = 9_900;
const ALL_BPS = 10_000;
/** Enough for an account to exist, but too little for a bet. */
const REST = 1_000_000n;
const FEE = 5_000n;
/** More than the minimum withdrawal. */
const PAID_IN = 60_000_000n;
/** Cannot be divided evenly, and earns a referrer enough to claim. */
const STAKE = 50_000_001n;
/** Share of the other races in which the ring bets. */
const USUAL_SHARE = 0.06;

/** Whether the winners of the race get hardly anything. */
export function leavesLittle(race: Row): boolean {
  const edgeBps = Number((race["settings"] as Row)["houseEdgeBps"]);
  return edgeBps >= NEARLY_ALL_BPS && edgeBps < ALL_BPS && amount(race, "jackpot") === 0n;
}

/** Six wallets that act together: in every race that leaves little to win, and in some of the others. */
export async function liveAsRing(context: PlayerContext, leader: Player): Promise<void> {
  const { environment, random, isOver } = context;
  const givesUp = (error: unknown) =>
    environment.world.note(`the ring gives up: ${error instanceof Error ? error.message.slice(0, 60) : ""}`);
  let last = "";
  while (!isOver()) {
    await environment.world.sleep(leader, 1_500);
    const race = newestRace(context);
    if (isOver() || !race || text(race, "id") === last) continue;
    if (leavesLittle(race)) {
      last = text(race, "id");
      winLittle(context, leader, race).catch(givesUp);
    } else if (openRace(environment)) {
      last = text(race, "id");
      if (random.chance(USUAL_SHARE) && !isQuiet(environment.world.nowMs()))
        await ringBets(context, race).catch(givesUp);
    }
  }
}

/** Includes a race that does not take bets yet. */
function newestRace({ environment }: PlayerContext): Row | null {
  const race = [...environment.oracle.mirror.races.values()].at(-1);
  return race && (race["status"] === "pending" || race["status"] === "countdown") ? race : null;
}

async function winLittle(context: PlayerContext, leader: Player, race: Row): Promise<void> {
  const { environment } = context;
  const raceId = text(race, "id");
  for (const member of ring) await holdOneStake(context, member);
  const opened = () => {
    const now = openRace(environment);
    return now && text(now, "id") === raceId ? now : null;
  };
  if (!(await watchFor(environment, leader, opened, { everyMs: 700, times: 60 }))) return;
  await Promise.allSettled(ring.map((member, horse) => betStake(context, member, race, horse)));
  await Promise.allSettled(ring.map((member) => keepReady(context, member)));
  const has = (column: string) => () =>
    isSet(environment.oracle.mirror.races.get(raceId) ?? null, column) || null;
  if (!(await watchFor(environment, leader, has("settled_at"), { everyMs: 1_000, times: 200 }))) return;
  const winner = ring.find(({ pair }) => payoutOf(context, raceId, pair.address) !== null);
  if (winner && !context.isOver()) await seeToPayout(context, winner, raceId);
}

/** Leaves exactly enough for the wallet to be empty once the bet is paid. */
async function holdOneStake(context: PlayerContext, member: Player): Promise<void> {
  const wanted = STAKE + FEE;
  const held = heldBy(context, member);
  const [from, to] = held < wanted ? [friend, member] : [member, friend];
  const lamports = held < wanted ? wanted - held : held - wanted - FEE;
  if (lamports > 0n) await payNearby(context, { from, to, lamports });
}

async function betStake(context: PlayerContext, player: Player, race: Row, horse: number): Promise<void> {
  const { chain, world } = context.environment;
  const ask = () => prepare(context, player, race, { horse, stake: STAKE }).catch(() => null);
  const bet = (await ask()) ?? (await ask());
  if (!bet) return;
  const { wire, signature } = signPrepared(player.pair, bet.wire);
  await world.operation(player, "pays nearby", async () => void chain.receive(wire, world.nowMs()));
  await world.sleep(player, 1_500);
  await confirm(context, player, bet, signature);
}

/** Provides some balance that is final by the end of the race: added to it, even a small amount can be withdrawn. */
async function keepReady(context: PlayerContext, player: Player): Promise<void> {
  const balance = context.environment.oracle.balance(`user:${player.pair.address}`);
  if (balance < PAID_IN && !context.isOver()) await payIn(context, player);
}

/** Whatever happens to the payout, the race should be refunded at the worst moment for the house. */
async function seeToPayout(context: PlayerContext, winner: Player, raceId: string): Promise<void> {
  const { environment, complaints } = context;
  const status = () => String(payoutOf(context, raceId, winner.pair.address)?.["status"]);
  await flicker(context, winner, () => status() !== "pending");
  if (status() === "sent") return void complaints.push(raceId);
  const isBack = () => status() === "cancelled" || null;
  if (!(await watchFor(environment, winner, isBack, { everyMs: 1_000, times: 60 })) || context.isOver())
    return;
  await spendAll(context, winner);
  complaints.push(raceId);
}

function payoutOf({ environment }: PlayerContext, raceId: string, wallet: string): Row | null {
  const { mirror } = environment.oracle;
  const bet = mirror.betsOf(raceId).find((one) => one["wallet"] === wallet && one["result"] === "win");
  return (bet && mirror.payments.get(`payout-${text(bet, "id")}`)) ?? null;
}

/**
 * Alternately fills and empties the wallet: anyone who checks and then pays meets a different balance from the one that
 * they saw.
 */
async function flicker(context: PlayerContext, player: Player, isOver: () => boolean): Promise<void> {
  const { environment } = context;
  const over = () => isOver() || context.isOver() || null;
  for (let times = 0; times < 12 && over() === null; times += 1) {
    await payNearby(context, { from: friend, to: player, lamports: REST });
    await watchFor(environment, player, over, { everyMs: 300, times: 5 });
    await payNearby(context, { from: player, to: friend, lamports: REST - FEE });
    await watchFor(environment, player, over, { everyMs: 300, times: 5 });
  }
}

interface Transfer {
  readonly from: Player;
  readonly to: Player;
  readonly lamports: bigint;
}

const payNearby = (context: PlayerContext, { from, to, lamports }: Transfer): Promise<string> =>
  sendNearby(context, from, [{ to: to.pair.address, lamports }]);

/** Pays into the balance with money that arrives in the same transaction: the wallet's own holdings do not change. */
const payIn = (context: PlayerContext, player: Player): Promise<string> =>
  sendNearby(context, friend, [
    { to: player.pair.address, lamports: PAID_IN },
    { from: player.pair, to: anyDeposit(context), lamports: PAID_IN },
  ]);

/** Sends through a node that neither loses nor delays it. Returns the signature. */
async function sendNearby(
  context: PlayerContext,
  payer: Player,
  transfers: Parameters<typeof signOwn>[1]["transfers"],
): Promise<string> {
  const { chain, world } = context.environment;
  const blockhash = newestHash(context.environment);
  const { wire, signature } = signOwn(payer.pair, { transfers, memo: null, blockhash });
  await world.operation(payer, "pays nearby", async () => void chain.receive(wire, world.nowMs()));
  return signature;
}

/**
 * Withdraws the whole balance and pays in again: afterwards it consists only of a deposit (rule MONEY-9).
 */
async function spendAll(context: PlayerContext, player: Player): Promise<void> {
  const paid = payIn(context, player);
  await Promise.allSettled([takeOut(context, player)]);
  await countEverywhere(context, player, await paid);
}
