import { splitFee } from "../../src/domain/fee-split.ts";
import { betLeaf, byId, hashWallet } from "../../src/domain/bet-leaf.ts";
import { type Lamports, lamports, sum } from "../../src/domain/lamports.ts";
import { lockMemo, refundMemo, resultMemo } from "../../src/domain/memo.ts";
import { betConfirmed, betFromBalance, raceRefunded, raceSettled } from "../../src/domain/postings.ts";
import { finalNonce } from "../../src/domain/fairness.ts";
import { merkleRoot } from "../../src/domain/merkle-tree.ts";
import { referralAccount, userAccount } from "../../src/domain/ledger.ts";
import type { Tx } from "../../src/server/foundation/db/database.ts";
import type { Books } from "./books.ts";
import { type Draw, drawFrom } from "./draw.ts";
import { insertRows, type Row, timeOf } from "./insert-rows.ts";
import { anchor, openPayments } from "./payments.ts";
import { adminsOf, type HistoryPlan, pastHouse } from "./plan.ts";
import { type CommitPlace, commitRaces } from "./commit-races.ts";
import { CLOSES_AFTER_MS, type PastBet, type PastRace, raceRow } from "./races.ts";

export interface Past {
  readonly plan: HistoryPlan;
  readonly books: Books;
  /** The referrer's wallet, keyed by the player's. */
  readonly referrerOf: ReadonlyMap<string, string>;
  /** The stable, ordered by id. */
  readonly runners: readonly { readonly id: number; readonly name: string; readonly color: string }[];
}

const MIN_CLAIM = lamports(50_000_000n);
const MIN_WITHDRAWAL = lamports(10_000_000n);

/** Consecutive races, run, settled and paid: writes all their rows in one transaction, except the totals. */
export async function writeRaces(tx: Tx, past: Past, races: readonly PastRace[]): Promise<void> {
  const { plan, books } = past;
  const house = pastHouse(plan);
  const payments = openPayments(house);
  const draw = drawFrom(`${plan.seed} money after ${races.at(-1)?.number}`);
  const money = { books, draw };
  const locked = (await commitRaces(tx, races, { runners: past.runners, lockWallet: house.hot })).map(
    (one): LockedRace => ({ ...one, ...lockOf(one.race) }),
  );
  const fromBalance = new Set<string>();
  for (const race of races) {
    for (const bet of race.bets) if (postBet(past, race, bet)) fromBalance.add(bet.betId);
    settlePast(past, race);
    for (const { wallet, betId, payout } of race.settlement.bets) {
      if (payout === 0n) continue;
      payments.pay(
        {
          id: `payout-${betId}`,
          kind: "payout",
          destination: wallet,
          lamports: payout,
          wallet,
          betId,
          raceId: race.raceId,
          atMs: race.settledMs,
        },
        money,
      );
    }
  }
  for (const one of locked.flatMap(anchorsOf)) payments.pay(one, money);
  await writeRaceRows(tx, past, locked);
  await writeBets(tx, past, { races, fromBalance, house: house.deposit });
  const atMs = races.at(-1)?.settledMs ?? 0;
  const deposited = races.flatMap(({ bets }) => bets).filter(({ betId }) => !fromBalance.has(betId));
  const swept = lamports(deposited.reduce((total, { stake }) => total + stake, 0n) - 5_000n);
  payments.pay(
    { id: `sweep-${newId(draw)}`, kind: "sweep", destination: house.hot, lamports: swept, atMs },
    money,
  );
  payOutBalances(past, races, { payments, draw, atMs });
  await books.write(tx);
  await payments.write(tx);
}

const newId = (draw: Draw) => Buffer.from(draw.bytes(12)).toString("hex");

/** Posts a bet; returns whether it was paid from the balance. */
function postBet(
  { books, plan }: Past,
  { raceId }: PastRace,
  { mayUseBalance, confirmedMs, ...bet }: PastBet,
): boolean {
  const isFromBalance = mayUseBalance && books.balanceOf(userAccount(bet.wallet)) >= bet.stake;
  const fact = { ...bet, raceId };
  books.post(
    isFromBalance
      ? betFromBalance(fact)
      : betConfirmed({ ...fact, ledger: "real", depositAddress: pastHouse(plan).deposit }),
    confirmedMs,
  );
  return isFromBalance;
}

function settlePast({ books, referrerOf }: Past, { raceId, settlement, settings, settledMs }: PastRace) {
  const fact = { raceId, ledger: "real" } as const;
  const postings =
    settlement.kind === "paid"
      ? raceSettled(fact, settlement, splitFee(settlement, referrerOf, settings))
      : raceRefunded(fact, settlement);
  for (const posting of postings) books.post(posting, settledMs);
}

/** A race with where the log commits to it, and its bets as its lock memo has them. */
interface LockedRace {
  readonly race: PastRace;
  readonly place: CommitPlace;
  readonly betIds: readonly string[];
  readonly root: string;
  readonly pool: Lamports;
}

function lockOf({ bets }: PastRace) {
  const leaves = bets
    .map((bet) => ({ ...bet, id: bet.betId, walletHash: hashWallet(bet.wallet, bet.salt) }))
    .toSorted(byId);
  return {
    betIds: leaves.map(({ id }) => id),
    root: merkleRoot(leaves.map(betLeaf)),
    pool: sum(bets.map(({ stake }) => stake)),
  };
}

function anchorsOf({ race, betIds, root, pool }: LockedRace) {
  const { raceId, number, serverSeed, createdMs, settledMs, blockhash, outcome, settlement } = race;
  const nonce = String(number);
  const result = { raceId, serverSeed, finalNonce: finalNonce(nonce, blockhash), places: outcome.places };
  const memo = settlement.kind === "paid" ? resultMemo(result) : refundMemo(result);
  return [
    anchor(`lock-${raceId}`, {
      memo: lockMemo({ raceId, pool, count: betIds.length, root }),
      raceId,
      atMs: createdMs + CLOSES_AFTER_MS,
    }),
    anchor(`result-${raceId}`, { memo, raceId, atMs: settledMs - 15_000 }),
  ];
}

async function writeRaceRows(tx: Tx, { plan, runners }: Past, locked: readonly LockedRace[]) {
  const races = locked.map(({ race }) => race);
  await insertRows(
    tx,
    "races",
    locked.map(({ race, place }) => raceRow(race, place)),
  );
  await insertRows(
    tx,
    "race_locks",
    locked.map(({ race: { raceId }, root, pool, betIds }) => ({
      race_id: raceId,
      root,
      pool: String(pool),
      bet_ids: betIds,
      payment_id: `lock-${raceId}`,
    })),
  );
  await insertRows(
    tx,
    "race_horses",
    races.flatMap(({ raceId }) =>
      runners.map(({ id, name, color }, lane) => ({
        race_id: raceId,
        number: lane + 1,
        horse_id: id,
        name,
        color,
      })),
    ),
  );
  const [admin] = adminsOf(plan);
  await insertRows(
    tx,
    "special_races",
    races
      .filter(({ settings }) => settings.special)
      .map(({ raceId, number, settings, createdMs }) => ({
        id: `s${String(number).padStart(24, "0")}`,
        position: number,
        race_type: settings.raceType,
        house_edge_bps: settings.houseEdgeBps,
        jackpot: "0",
        min_bets: settings.minBets,
        countdown_ms: settings.countdownMs,
        requested_by: admin,
        requested_at: timeOf(createdMs - 3_600_000),
        race_id: raceId,
      })),
  );
}

interface WrittenBets {
  readonly races: readonly PastRace[];
  readonly fromBalance: ReadonlySet<string>;
  /** The wallet that the payments went to. */
  readonly house: string;
}

async function writeBets(tx: Tx, { runners }: Past, { races, fromBalance, house }: WrittenBets) {
  const all = races.flatMap(({ raceId, bets, settlement, settledMs }) =>
    settlement.bets.map((end, index) => ({
      ...bets[index],
      ...end,
      raceId,
      settledMs,
      kind: settlement.kind,
    })),
  );
  const rows = all.map(({ confirmedMs = 0, ...bet }): Row => {
    const isPaid = !fromBalance.has(bet.betId);
    return {
      id: bet.betId,
      race_id: bet.raceId,
      wallet: bet.wallet,
      horse_number: bet.horseNumber,
      horse_id: runners[bet.horseNumber - 1]?.id,
      stake: String(bet.stake),
      source: isPaid ? "wallet" : "balance",
      salt: bet.salt,
      last_valid_block_height: isPaid ? "151" : null,
      prepared_at: timeOf(confirmedMs - 1_900),
      signature: isPaid ? bet.signature : null,
      payment_slot: isPaid ? "1" : null,
      confirmed_at: timeOf(confirmedMs),
      result: bet.result,
      payout: String(bet.payout + bet.refund),
      fee: String(bet.fee),
      settled_at: timeOf(bet.settledMs),
    };
  });
  // A message as long as those that are handed out for signing.
  const message = "case source when 'wallet' then repeat('A', 400) end";
  await insertRows(tx, "bets", rows, {
    ledger: "'real'",
    status: "'confirmed'",
    message,
    memo: "case source when 'wallet' then 'furlong:bet ' || encode(sha256(id::bytea), 'hex') || ' ' || repeat('A', 43) || '=' end",
    deposit_address: `case source when 'wallet' then '${house}' end`,
  });
  const paid = all.filter(({ betId }) => !fromBalance.has(betId));
  await insertRows(
    tx,
    "deposits",
    paid.map(({ betId, wallet, stake, confirmedMs = 0, signature }) => ({
      signature,
      payer: wallet,
      lamports: String(stake),
      bet_id: betId,
      seen_at: timeOf(confirmedMs),
    })),
    { house_address: `'${house}'`, slot: "1", outcome: "'bet'" },
  );
}

/** Commission is claimed as soon as there is enough of it, and most refunds are withdrawn. */
function payOutBalances(
  { books, referrerOf }: Past,
  races: readonly PastRace[],
  { payments, draw, atMs }: { payments: ReturnType<typeof openPayments>; draw: Draw; atMs: number },
) {
  const players = new Set(races.flatMap(({ bets }) => bets.map(({ wallet }) => wallet)));
  for (const wallet of players) {
    const held = books.balanceOf(userAccount(wallet));
    if (held < MIN_WITHDRAWAL || draw.isOneIn(2)) continue;
    const id = `withdrawal-${newId(draw)}`;
    const hasFailed = draw.isOneIn(50);
    payments.pay(
      { id, kind: "withdrawal", destination: wallet, lamports: lamports(held), wallet, atMs, hasFailed },
      { books, draw },
    );
  }
  const referrers = new Set(Array.from(players, (wallet) => referrerOf.get(wallet) ?? ""));
  for (const wallet of referrers) {
    const earned = books.balanceOf(referralAccount(wallet));
    if (earned < MIN_CLAIM) continue;
    const id = `referral-${newId(draw)}`;
    payments.pay(
      { id, kind: "referral", destination: wallet, lamports: lamports(earned), wallet, atMs },
      { books, draw },
    );
  }
}
