import { type Difference, differs, same } from "./difference.ts";
import { type Fault, faultsOf } from "./fault.ts";
import { own } from "./own.ts";
import type { PublishedRace, RecordOf } from "./record.ts";
import { type RuleEntry, readEntry } from "./rules-in-force.ts";

/** A row of the rule log that records a refund. */
interface RefundRow {
  readonly row: number;
  /** When it was written, epoch milliseconds. */
  readonly at: number;
  readonly settled: boolean;
  readonly cause: string | null;
  readonly reason: string | null;
  readonly lamports: string;
}

/** A refund that was published, and requires its row in the rule log. */
interface Refund {
  readonly seq: number;
  readonly race: string;
  /** Null for a whole race. */
  readonly bet: string | null;
  /** After the winners were paid. */
  readonly settled: boolean;
  readonly cause: string | null;
  readonly lamports: string;
  /** The row that was named; null if none was. */
  readonly row: number | null;
  /** The refund had happened by then, epoch milliseconds. */
  readonly since: number;
}

export interface FollowedRefunds {
  /** Rows by race, until the record arrives that they belong to. */
  rows: Record<string, RefundRow>;
  /** The same for single bets after the settlement, by race and bet. */
  betRows: Record<string, Record<string, RefundRow>>;
  awaited: Refund[];
}

export const noRefunds = (): FollowedRefunds => ({
  rows: {},
  betRows: {},
  awaited: [],
});

/** A row of the log that refunds may be waiting for (rule RULELOG-2). */
export function followRefundRow(
  refunds: FollowedRefunds,
  { row, entry }: RecordOf<"rule">,
): readonly Fault[] {
  const { kind, at, fields } = readEntry(entry);
  const [race, bet] = [idOf(fields["race"]), idOf(fields["bet"])];
  if (race === null) return [];
  if (kind === "refund-race") refunds.rows[race] = refundRow({ row, at }, fields);
  if (kind === "refund-bet" && bet !== null && fields["settled"] === true) {
    refunds.betRows[race] = { ...own(refunds.betRows, race), [bet]: refundRow({ row, at }, fields) };
  }
  return matchAll(refunds, (refund) => refund.race === race);
}

const idOf = (value: unknown) =>
  typeof value === "string" && /^[0-9a-z-]{1,64}$/.test(value) ? value : null;

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

const refundRow = (written: Pick<RefundRow, "row" | "at">, fields: RuleEntry["fields"]): RefundRow => ({
  ...written,
  settled: fields["settled"] === true,
  cause: textOrNull(fields["cause"]),
  reason: textOrNull(fields["reason"]),
  lamports: textOrNull(fields["lamports"]) ?? "–",
});

/**
 * A race that was refunded before it was paid has its row; a race that was paid has none of that kind (rule RULELOG-2).
 */
export function followRefundsOf(
  refunds: FollowedRefunds,
  { seq, race }: Pick<RecordOf<"race">, "seq" | "race">,
): readonly Fault[] {
  const { id, settlement, times, refund_reason: cause } = race;
  const faults = [...tellOverdue(refunds, race)];
  if (settlement.kind === "refunded") {
    const since = times.refunded ?? times.settled;
    const refund = { seq, race: id, bet: null, settled: false, cause, row: null, since };
    return [...faults, ...want(refunds, { ...refund, lamports: `${settlement.pool}` })];
  }
  const row = own(refunds.rows, id);
  if (row === undefined || row.settled) return faults;
  delete refunds.rows[id];
  return [
    ...faults,
    ...faultsOf(differs("RULELOG-2", `refunded, by row ${row.row}`, race.status), { seq, race: id }),
  ];
}

/** A refund after the settlement, with its row (rules MONEY-9, MONEY-23 and RULELOG-2). */
export function followReversal(refunds: FollowedRefunds, reversal: RecordOf<"reversal">): readonly Fault[] {
  const { seq, at, race, scope, bets, rule: row } = reversal;
  const common = { seq, race, settled: true, cause: null, row, since: at };
  if (scope === "bet") {
    return bets.flatMap(({ id, lamports }) => want(refunds, { ...common, bet: id, lamports: `${lamports}` }));
  }
  const lamports = bets.reduce((sum, bet) => sum + bet.lamports, 0n);
  return want(refunds, { ...common, bet: null, lamports: `${lamports}` });
}

function want(refunds: FollowedRefunds, refund: Refund): readonly Fault[] {
  refunds.awaited.push(refund);
  return matchAll(refunds, (awaited) => awaited === refund);
}

function matchAll(refunds: FollowedRefunds, isMeant: (refund: Refund) => boolean): readonly Fault[] {
  const faults: Fault[] = [];
  refunds.awaited = refunds.awaited.filter((refund) => {
    if (!isMeant(refund)) return true;
    const row =
      refund.bet === null
        ? own(refunds.rows, refund.race)
        : own(own(refunds.betRows, refund.race) ?? {}, refund.bet);
    if (row === undefined) return true;
    faults.push(...faultsOf(rowDifferences(refund, row), refund));
    forget(refunds, refund);
    return false;
  });
  return faults;
}

/** A row belongs to one refund. */
function forget({ rows, betRows }: FollowedRefunds, { race, bet }: Pick<Refund, "race" | "bet">): void {
  if (bet === null) delete rows[race];
  else delete own(betRows, race)?.[bet];
  if (Object.keys(own(betRows, race) ?? {}).length === 0) delete betRows[race];
}

function rowDifferences(refund: Refund, row: RefundRow): readonly Difference[] {
  const { bet, race, settled, cause } = refund;
  const what = `row ${row.row}: ${bet ?? race}`;
  return [
    ...same("RULELOG-2", `${what}: settled`, settled, row.settled),
    ...same("RULELOG-2", `row ${row.row}: lamports`, refund.lamports, row.lamports),
    ...(cause === null ? [] : same("RULELOG-2", `${what}: cause`, cause, row.cause)),
    ...(refund.row === null ? [] : same("RULELOG-2", "rule", row.row, refund.row)),
    ...(settled && (row.reason ?? "").trim() === "" ? differs("MONEY-9", `${what}: a reason`, "–") : []),
  ];
}

/**
 * A race created later names a row after the refund's: a refund without a row by then was not logged (rule RULELOG-2).
 */
function tellOverdue(refunds: FollowedRefunds, { times }: PublishedRace): readonly Fault[] {
  const isDue = ({ since }: Refund) => since < times.created;
  const faults = refunds.awaited
    .filter(isDue)
    .flatMap((refund) =>
      faultsOf(differs("RULELOG-2", `a row of the refund of ${refund.bet ?? refund.race}`, "–"), refund),
    );
  refunds.awaited = refunds.awaited.filter((refund) => !isDue(refund));
  return faults;
}

/**
 * Rows whose refund was not recorded although a race that was created later was: the refund was never made (rule
 * RULELOG-2). They are told once.
 */
export function tellUnmadeRefunds(
  refunds: FollowedRefunds,
  { seq, created }: { readonly seq: number; readonly created: number },
): readonly Fault[] {
  const faults: Fault[] = [];
  const tell = (race: string, bet: string | null, { row, at }: RefundRow) => {
    if (at >= created) return;
    const differences = differs("RULELOG-2", `a refund of ${bet ?? race}, by row ${row}`, "–");
    faults.push(...faultsOf(differences, { seq, race }));
    forget(refunds, { race, bet });
  };
  for (const [race, row] of Object.entries(refunds.rows)) tell(race, null, row);
  for (const [race, rows] of Object.entries(refunds.betRows)) {
    for (const [bet, row] of Object.entries(rows)) tell(race, bet, row);
  }
  return faults;
}
