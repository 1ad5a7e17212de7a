import { call, note, type PlayerContext } from "./betting.ts";
import { isSet, type Mirror, type Row, text } from "./oracle/mirror.ts";
import { hiddenStreamers, type Player } from "./player-strategies.ts";
import { watchFor } from "./waiting.ts";

const MIN_CLAIM = 10_000_000n;
const SPRINT_MS = 5_000;

/**
 * Claims commission with several clicks at once, or while a race is running and again as soon as it has brought more,
 * or reads what a stranger may read.
 */
export async function claimOrLook(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { random } = context;
  if (random.chance(0.2)) return look(context, player, race);
  if (random.chance(0.85)) return claimTwice(context, player, text(race, "id"));
  await Promise.allSettled(Array.from({ length: random.between(1, 3) }, () => claim(context, player)));
}

/** The first claim has barely been sent when the end of the race brings enough for another (rule REFERRAL-7). */
async function claimTwice(context: PlayerContext, player: Player, raceId: string): Promise<void> {
  const { environment } = context;
  const { mirror } = environment.oracle;
  const wallet = player.pair.address;
  const isRun = () => isSet(mirror.races.get(raceId) ?? null, "starts_at") || null;
  if (!(await watchFor(environment, player, isRun, { everyMs: 1_000, times: 100 }))) return;
  await environment.world.sleep(player, SPRINT_MS - 1_000);
  const first = Promise.allSettled([claim(context, player)]);
  const isSecondDue = () =>
    environment.oracle.balance(`referral:${wallet}`) >= MIN_CLAIM && hasOpenClaim(mirror, wallet)
      ? true
      : null;
  if (await watchFor(environment, player, isSecondDue, { everyMs: 700, times: 60 }))
    await Promise.allSettled([claim(context, player)]);
  await first;
}

const openStatuses = new Set(["pending", "sent", "unknown"]);

const hasOpenClaim = ({ payments }: Mirror, wallet: string): boolean =>
  [...payments.values()]
    .slice(-60)
    .some(
      ({ kind, wallet: whose, status }) =>
        kind === "referral" && whose === wallet && openStatuses.has(String(status)),
    );

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

/** Reads everything that a stranger may read and that could reveal a streamer who hides figures. */
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
  const period = context.random.pick(["day", "week", "all"] as const);
  show("the leaderboard", await call(context, (server) => server.use.readLeaderboard(period)));
  const { address } = context.random.pick(hiddenStreamers).pair;
  const showAbout = (where: string, answer: unknown) => oracle.shownAbout(address, where, answer);
  showAbout("a profile", await call(context, (server) => server.use.readProfile(address)));
  showAbout("daily figures", await call(context, (server) => server.use.readDailyStats(address)));
}
