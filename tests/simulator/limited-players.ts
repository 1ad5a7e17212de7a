import { lamports } from "../../src/domain/lamports.ts";
import { betFromBalance, repeatBets } from "./balance-players.ts";
import { call, note, payAndConfirm, type PlayerContext, prepare } from "./betting.ts";
import { limitKinds } from "./oracle/own-limits.ts";
import type { Row } from "./oracle/mirror.ts";
import type { Player } from "./player-strategies.ts";

/**
 * Bets up to limits that are lowered between preparing and paying or while a stake from the balance is checked, asks
 * for higher ones, which are refused, and eventually takes a break.
 */
export async function betWithLimits(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { random } = context;
  if (random.chance(0.5)) {
    const bet = betFromBalance(context, player, race);
    await Promise.allSettled([bet, random.chance(0.05) ? rest(context, player) : limit(context, player)]);
    return;
  }
  const bet = await prepare(context, player, race, { stake: BigInt(random.between(10_000_000, 90_000_000)) });
  if (random.chance(0.05)) await rest(context, player);
  else if (random.chance(0.5)) await limit(context, player);
  await payAndConfirm(context, player, bet);
}

/** Has the server bet repeatedly until a limit or a break ends it. */
export async function repeatWithLimits(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { random } = context;
  await repeatBets(context, player, race);
  if (random.chance(0.15)) await limit(context, player, A_FEW_REPEATS);
  else if (random.chance(0.1)) await rest(context, player);
}

const A_FEW_BETS = 400_000_000;
const A_FEW_REPEATS = 60_000_000;

/** Sets a limit to a few bets more than what is already used. */
async function limit(context: PlayerContext, player: Player, most = A_FEW_BETS): Promise<void> {
  const { environment, random } = context;
  const wallet = player.pair.address;
  const kind = random.pick(limitKinds);
  const asked = environment.oracle.ownLimits.used(wallet, kind) + 1_000_000n + BigInt(random.below(most));
  await call(context, (server) => server.use.changeLimits(wallet, { [kind]: lamports(asked) }));
  environment.oracle.ownLimits.answered(wallet, kind, asked);
}

async function rest(context: PlayerContext, player: Player): Promise<void> {
  note(
    context,
    player,
    "break",
    await call(context, (server) => server.use.takeBreak(player.pair.address, { days: 1 })),
  );
}
