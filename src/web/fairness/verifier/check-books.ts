import type { VerifiedRace } from "./check-race.ts";
import { compare, firstOf, type Finding } from "./finding.ts";

type Settlement = NonNullable<VerifiedRace["settlement"]>;
type SettledBet = Settlement["bets"][number];

const BPS = 10_000n;

const total = (bets: readonly SettledBet[], part: "stake" | "payout"): bigint =>
  bets.reduce((sum, bet) => sum + bet[part], 0n);

/** An equation between two of the published figures, written with their names on the wire. */
const equal = (saidAs: string, said: bigint, foundAs: string, found: bigint): Finding =>
  said === found
    ? { state: "checked" }
    : { state: "differs", said: `${saidAs} = ${said}`, found: `${foundAs} = ${found}` };

/**
 * Computes the settlement of a race anew from its stakes, its winner and its frozen settings, and compares every sum and
 * every payout, to the lamport (rules INV-4, MONEY-4, MONEY-5 and MONEY-6). The first difference is told.
 */
export function checkBooks(race: VerifiedRace): Finding {
  const { settlement, winning_horse: winner } = race;
  if (settlement === null) return { state: "absent" };
  return settlement.kind === "paid" && winner !== null
    ? checkPaid(settlement, winner, BigInt(race.settings.houseEdgeBps))
    : checkRefunded(settlement);
}

function checkPaid(books: Settlement, winner: number, edgeBps: bigint): Finding {
  const { pool, fee, jackpot, net, remainder, bets } = books;
  const won = bets.filter(({ horse_number: horse }) => horse === winner);
  const winningStakes = total(won, "stake");
  return firstOf([
    equal("pool", pool, "Σ stake", total(bets, "stake")),
    equal("fee", fee, `⌊pool · ${edgeBps} / ${BPS}⌋`, (pool * edgeBps) / BPS),
    equal("net", net, "pool − fee + jackpot", pool - fee + jackpot),
    equal("net", net, "Σ payout + remainder", total(bets, "payout") + remainder),
    ...bets.map((bet) => {
      const hasWon = bet.horse_number === winner;
      const due = hasWon && winningStakes > 0n ? (net * bet.stake) / winningStakes : 0n;
      return firstOf([
        equal(`${bet.id}: payout`, bet.payout, hasWon ? "⌊net · stake / Σ winning⌋" : "lost", due),
        compare(`${bet.id}: ${bet.result}`, `${bet.id}: ${hasWon ? "win" : "loss"}`),
      ]);
    }),
  ]);
}

const checkRefunded = ({ pool, bets }: Settlement): Finding =>
  firstOf([
    equal("pool", pool, "Σ stake", total(bets, "stake")),
    ...bets.map(({ id, stake, payout }) => equal(`${id}: payout`, payout, "stake", stake)),
  ]);
