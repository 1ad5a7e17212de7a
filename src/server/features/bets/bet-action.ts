import { and, eq, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import { betActions } from "../../../contract/bets/bet-action.ts";
import type { Refusal, Reply } from "../../../contract/wire/endpoint.ts";
import type { Race } from "../../../contract/races/race-shape.ts";
import { isBettingOpen } from "../../../domain/betting-window.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { formatSol, parseSol } from "../../../domain/sol-amount.ts";
import type { Db } from "../../foundation/db/database.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import type { Clock } from "../../foundation/ports.ts";
import { prepareBet, type PreparePorts, type PrepareRefusal } from "./prepare-bet.ts";

export interface ActionPorts extends PreparePorts {
  readonly db: Db;
  readonly clock: Clock;
  /** The open race as a visitor sees it, or the last one; null before the first. */
  readonly readNewestRace: () => Promise<Race | null>;
}

type Action = Reply<Api["describeBetAction"]>;

export const betActionHandlers = (ports: ActionPorts) =>
  ({
    describeBetAction: async (_input, _caller, { site }) =>
      ok(await describeBetAction(ports, site?.origin ?? "")),

    async prepareBetAction({ query, body: { account } }, _caller, { country }) {
      const stake = parseSol(query.amount);
      if (!stake.ok || stake.value <= 0n) return refuse("INVALID_BET_AMOUNT", { field: "amount" });
      const prepared = await prepareBetAction(ports, {
        raceId: query.race,
        horseNumber: Number(query.horse),
        stake: stake.value,
        account,
        country,
      });
      if (!prepared.ok) return prepared;
      const message = `${formatSol(stake.value)} SOL on horse ${query.horse}. What cannot become a bet is credited to your balance. Sign in to the game to see it.`;
      return ok({ type: "transaction", transaction: prepared.value, message });
    },
  }) satisfies Partial<Handlers>;

/** What can be bet on the open race, in the form of Solana Actions (rule BET-32). */
async function describeBetAction(
  { db, clock, readNewestRace }: ActionPorts,
  origin: string,
): Promise<Action> {
  const race = await readNewestRace();
  const action = { type: "action", icon: `${origin}/icon-512.png`, title: "Furlong" } as const;
  const { maintenance } = await readSettings(db);
  if (race === null || maintenance || !takesBets(race, clock.now()))
    return {
      ...action,
      description: "No bet can be placed at the moment.",
      label: "Betting is closed",
      disabled: true,
    };
  const description = `Six horses, one winner: whoever backed it shares the pool, ${formatSol(race.totalPool)} SOL so far, less ${race.house_edge} %. Anyone can check every race.`;
  const label = "Place a bet";
  const horses = race.horses.map(({ number, name, odds }) => ({
    value: String(number),
    label: odds === null ? `${number} ${name}` : `${number} ${name} ×${odds.toFixed(2)}`,
  }));
  const parameters = [
    { type: "select" as const, name: "horse", label: "Horse", required: true, options: horses },
    {
      type: "number" as const,
      name: "amount",
      label: "Amount in SOL",
      required: true,
      min: race.min_bet,
      max: race.max_bet,
    },
  ];
  const href = `${origin}/api/actions/bet?race=${race.id}&horse={horse}&amount={amount}`;
  const links = { actions: [{ type: "transaction" as const, href, label, parameters }] };
  return { ...action, description, label, disabled: false, links };
}

/** Play money is placed at once, which only the session's own account may ask for. */
const takesBets = ({ testing, status, bettingOpensAt, countdownEndsAt }: Race, nowMs: number): boolean =>
  !testing &&
  isBettingOpen(
    {
      status,
      bettingOpensAt: bettingOpensAt?.getTime() ?? null,
      closesAt: countdownEndsAt?.getTime() ?? null,
    },
    nowMs,
  );

interface Asked {
  readonly raceId: string;
  readonly horseNumber: number;
  readonly stake: Lamports;
  readonly account: string;
  readonly country: string | null;
}

/**
 * Prepares a bet for an account that anybody may name: the payment proves the account, and its owner alone is given the
 * salt, after signing in. No answer depends on a ban, a break, a limit or a bet of the account: a payment that cannot
 * become a bet is credited to the balance, as every such payment. Whether the account has confirmed the notice of age is
 * told, since admission does not ask for it (rule BET-32).
 *
 * @returns the transaction to sign, in base64
 */
async function prepareBetAction(
  ports: ActionPorts,
  { raceId, horseNumber, stake, account, country }: Asked,
): Promise<Result<string, ActionRefusal>> {
  const race = await ports.readNewestRace();
  if (race?.id !== raceId) return refuse("BETTING_CLOSED");
  if (race.testing) return refuse("NOT_SIGNED_IN");
  const horse = race.horses.find(({ number }) => number === horseNumber);
  if (horse === undefined) return refuse("HORSE_NOT_IN_RACE", { field: "horse" });
  if (await isFull(ports.db, { raceId, wallet: account })) return refuse("RATE_LIMITED");
  const prepared = await prepareBet(ports, {
    raceId,
    wallet: account,
    isUnproven: true,
    // What an admin may do during maintenance takes a session; jackpots are judged when the payment is counted.
    isAdmin: false,
    isBarredFromJackpots: false,
    horseId: horse.id,
    stake,
    country,
  });
  if (!prepared.ok) {
    const { code } = prepared;
    if (!isToldToAnybody(code)) throw new Error(`a bet that anybody may prepare was refused with ${code}`);
    return { ...prepared, code };
  }
  return prepared.value.payment ? ok(prepared.value.payment.wire) : refuse("NOT_SIGNED_IN");
}

type ActionRefusal = Refusal<Api["prepareBetAction"]>;

const toldToAnybody: ReadonlySet<string> = new Set(betActions.prepareBetAction.refuses);
const isToldToAnybody = (code: PrepareRefusal): code is PrepareRefusal & ActionRefusal =>
  toldToAnybody.has(code);

/** Bets of one account in one race that wait for their payment and were prepared by whoever named it. */
const MAX_UNPAID = 20;

async function isFull(db: Db, { raceId, wallet }: { readonly raceId: string; readonly wallet: string }) {
  const unpaid = db
    .select({ id: bets.id })
    .from(bets)
    .where(
      and(
        eq(bets.raceId, raceId),
        eq(bets.wallet, wallet),
        sql`${bets.status} = 'prepared' and ${bets.message} is null`,
      ),
    )
    .limit(MAX_UNPAID);
  return (await unpaid).length === MAX_UNPAID;
}
