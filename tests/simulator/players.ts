import { lamports } from "../../src/domain/lamports.ts";
import {
  betAll,
  call,
  forget,
  type PlayerContext,
  note,
  openRace,
  payAndConfirm,
  type PlayerPorts,
  prepare,
  takeBackLater,
} from "./betting.ts";
import { type Strategy, type Player, players } from "./player-strategies.ts";
import { betFromBalance, repeatBets } from "./balance-players.ts";
import { claimOrLook } from "./claimers.ts";
import { betWithLimits, repeatWithLimits } from "./limited-players.ts";
import { farmBonuses, isQuiet } from "./bonus-farmers.ts";
import { payForAnother, payTogether, payWrongly, replay, snipe } from "./dishonest-players.ts";
import { flood } from "./flooders.ts";
import { payBesideNewWallets } from "./new-wallets.ts";
import { withdrawRepeatedly } from "./resenders.ts";
import { throwDust } from "./duster.ts";
import { leavesLittle, liveAsRing } from "./small-winnings.ts";
import { type Row, text } from "./oracle/mirror.ts";

/** Starts every player. */
export function startPlayers(ports: PlayerPorts): void {
  const seen: string[] = [];
  for (const player of players) {
    if (ports.muted.has(player.strategy)) continue;
    const context = { ...ports, random: ports.random.stream(player.name), seen, caller: callerOf(player) };
    // These act together, led by the first of them.
    if (player.strategy === "ring" || player.strategy === "bonus farmer") {
      const lead = player.strategy === "ring" ? liveAsRing : farmBonuses;
      if (player.name.endsWith(" 1")) void lead(context, player);
      continue;
    }
    void live(context, player);
    if (player.strategy === "wrong payer") void payBesideNewWallets(context, player);
  }
  void throwDust({ ...ports, random: ports.random.stream("duster"), seen, caller: STRANGER });
}

async function live(context: PlayerContext, player: Player): Promise<void> {
  const { environment, random, isOver } = context;
  const betIn = new Set<string>();
  while (!isOver()) {
    await environment.world.sleep(player, random.between(2_000, 10_000));
    if (isOver()) return;
    try {
      if (!stakesBalance(player)) await withdrawIfRich(context, player);
      const race = openRace(environment);
      if (
        !race ||
        isQuiet(environment.world.nowMs()) ||
        (betIn.has(text(race, "id")) && !random.chance(RETURNS)) ||
        !random.chance(eagerness[player.strategy] * (leavesLittle(race) ? SHARE_IN_LITTLE : 1))
      )
        continue;
      if (random.chance(player.strategy === "referrer" ? 0.3 : 0.9)) betIn.add(text(race, "id"));
      await play(context, player, race);
    } catch (error) {
      // The server died, refused the connection or failed inside: the player tries again some other time.
      environment.world.note(
        `${player.name} gives up: ${error instanceof Error ? error.message.slice(0, 60) : ""}`,
      );
    }
  }
}

const STRANGER = { wallet: null, network: "10.0.0.67" };

/** Those who flood the server share an address, and each brings wallets that are not its own. */
const callerOf = ({ name, strategy, pair }: Player) =>
  strategy === "flooder"
    ? { wallet: `${name} and strangers`, network: "10.0.0.66" }
    : { wallet: pair.address, network: name };

/** These players need their balance, and withdraw in the middle of their bets. */
const stakesBalance = ({ strategy }: Player) =>
  strategy === "balance bettor" || strategy === "repeater" || strategy === "limited repeater";

/** How likely a player comes back to a race; without that, one in which all bets were refused would wait for ever. */
const RETURNS = 0.05;

/** Few players bet when nearly everything goes to the house. */
const SHARE_IN_LITTLE = 0.05;

/** How likely a player bets on seeing an open race; bonus farmers and the ring decide on their own. */
const eagerness: Readonly<Record<Strategy, number>> = {
  honest: 0.15,
  forgetful: 0.12,
  sniper: 0.15,
  ring: 0,
  replayer: 0.09,
  "wrong payer": 0.12,
  "streak farmer": 0.31,
  referred: 0.25,
  miser: 0.19,
  "bonus farmer": 0,
  "balance bettor": 0.3,
  repeater: 0.25,
  referrer: 0.6,
  limited: 0.2,
  "limited repeater": 0.25,
  flooder: 0.15,
};

async function play(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { random } = context;
  switch (player.strategy) {
    case "honest": {
      const bet = await prepare(context, player, race);
      await payAndConfirm(context, player, bet);
      return takeBackLater(context, player, bet);
    }
    case "referred":
    case "streak farmer":
      return payAndConfirm(context, player, await prepare(context, player, race));
    case "bonus farmer":
    case "ring":
      return;
    case "miser":
      return betAll(context, player, race);
    case "balance bettor":
      return betFromBalance(context, player, race);
    case "repeater":
      return repeatBets(context, player, race);
    case "limited":
      return betWithLimits(context, player, race);
    case "limited repeater":
      return repeatWithLimits(context, player, race);
    case "referrer":
      return claimOrLook(context, player, race);
    case "flooder":
      return flood(context, player, race);
    case "forgetful":
      return forget(context, player, await prepare(context, player, race));
    case "sniper":
      return snipe(context, player, race);
    case "replayer":
      return replay(context, player, race);
    case "wrong payer":
      if (random.chance(0.2)) return payForAnother(context, player, race);
      if (random.chance(0.4)) return payTogether(context, player, race);
      return payWrongly(context, player, await prepare(context, player, race), random.below(10));
  }
}

const LEAST = 10_000_000n;

/** Withdraws the whole server balance, with several clicks at once. */
async function withdrawIfRich(context: PlayerContext, player: Player): Promise<void> {
  const { environment, random } = context;
  const balance = environment.oracle.balance(`user:${player.pair.address}`);
  if (balance < LEAST || !random.chance(0.25)) return;
  if (random.chance(0.4)) return withdrawRepeatedly(context, player);
  const near = random.chance(0.7) ? balance : LEAST;
  const wanted = lamports(environment.oracle.requests.otherAmount(near));
  const request = { wallet: player.pair.address, amount: wanted, isAdmin: false };
  const clicks = Array.from({ length: random.between(1, 3) }, async () => {
    note(context, player, "withdraw", await call(context, (server) => server.use.withdraw(request)));
  });
  await Promise.allSettled(clicks);
}
