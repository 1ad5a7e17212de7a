import { call, note, type PlayerContext } from "./betting.ts";
import { type Row, text } from "./oracle/mirror.ts";
import type { Player } from "./player-strategies.ts";

/** Claims commission, mostly with several clicks at once, or looks where a stranger may look. */
export async function claimOrLook(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { random } = context;
  if (random.chance(0.3)) return look(context, player, race);
  await Promise.allSettled(Array.from({ length: random.between(1, 3) }, () => claim(context, player)));
}

async function claim(context: PlayerContext, player: Player): Promise<void> {
  const { oracle } = context.environment;
  const wallet = player.pair.address;
  const release = oracle.claims.asked(wallet);
  try {
    const claimed = await call(context, (server) => server.use.claim(wallet));
    note(context, player, "claim", claimed);
    if (claimed.ok) oracle.claims.answered(wallet, claimed.value);
  } finally {
    release();
  }
}

/** Reads all that a stranger may read where a streamer who hides figures could be found. */
async function look(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { oracle } = context.environment;
  const races = [...oracle.mirror.races.keys()];
  const raceId = context.random.chance(0.5) ? text(race, "id") : context.random.pick(races.slice(-5));
  const show = (where: string, answer: unknown) => oracle.shown(where, answer);
  show("the newest race", await call(context, (server) => server.use.activeRace(null)));
  show("a race", await call(context, (server) => server.use.readRace(raceId)));
  show("the bets of a race", await call(context, (server) => server.use.listRaceBets(raceId)));
  show("a verification", await call(context, (server) => server.use.verifyRace(raceId)));
  show("a list of referrals", await call(context, (server) => server.use.listReferrals(player.pair.address)));
}
