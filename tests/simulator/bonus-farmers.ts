/**
 * Wallets of one person that bet on the same horse while nobody else plays, again and again, to collect the superfecta
 * bonus. When their horse does not win they get their stakes back, so their only cost is the fee of the races that they
 * win. The rule must make that cost at least as much as the bonuses (rules MONEY-14 and MONEY-15).
 */
import { openRace, payAndConfirm, type PlayerContext, prepare } from "./betting.ts";
import { text } from "./oracle/mirror.ts";
import { type Player, players } from "./player-strategies.ts";

export const bonusFarmers = players.filter(({ strategy }) => strategy === "bonus farmer");
const honest = players.find(({ strategy }) => strategy === "honest");

/** The farmers of one run: a pair, a ring of six, or the ring together with one player who knows nothing of it. */
const companies = [
  bonusFarmers.slice(0, 2),
  bonusFarmers,
  [...bonusFarmers.slice(0, 5), ...(honest ? [honest] : [])],
] as const;

const HOUR_MS = 600_000;
const QUIET_FROM_MS = 400_000;

/** A third of the time nobody else bets. */
export const isQuiet = (nowMs: number): boolean => nowMs % HOUR_MS >= QUIET_FROM_MS;

/** Bets in every race of the quiet hours until the run is over. */
export async function farmBonuses(context: PlayerContext, leader: Player): Promise<void> {
  const { environment, random, isOver } = context;
  const company = random.pick(companies);
  let last = "";
  while (!isOver()) {
    await environment.world.sleep(leader, random.between(1_000, 3_000));
    const race = openRace(environment);
    if (isOver() || !race || !isQuiet(environment.world.nowMs()) || text(race, "id") === last) continue;
    last = text(race, "id");
    const least = leastCountingStake(race["settings"] as Record<string, unknown>);
    // Sometimes they try whether one lamport less also counts; a stake below the smallest bet is refused.
    const stake = random.chance(0.25) ? least - 1n : least;
    const horse = random.below(6);
    const bets = company.map(async (member) => {
      const pick = member.strategy === "honest" ? random.below(6) : horse;
      await payAndConfirm(context, member, await prepare(context, member, race, { horse: pick, stake }));
    });
    for (const bet of await Promise.allSettled(bets))
      if (bet.status === "rejected")
        environment.world.note(`a farmer gives up: ${String(bet.reason).slice(0, 60)}`);
  }
}

/** The smallest stake whose fee is 2·bonus / (259·(1 − referral rate)), implemented from the text of the rule. */
function leastCountingStake(settings: Record<string, unknown>): bigint {
  const bps = (name: string) => BigInt(Number(settings[name]));
  const roundUp = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor;
  const [edge, kept] = [bps("houseEdgeBps"), 10_000n - bps("referralRateBps")];
  const [least, most] = [BigInt(String(settings["minBet"])), BigInt(String(settings["maxBet"]))];
  if (edge === 0n || kept === 0n) return least;
  const fee = roundUp(2n * BigInt(String(settings["superfectaBonus"])) * 10_000n, 259n * kept);
  const stake = roundUp(fee * 10_000n, edge);
  if (stake < least) return least;
  return stake > most ? most : stake;
}
