import type { WriteStep } from "./faults.ts";

/** A statement as the product sends it to the database. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const writes = /^\s*(with\s|insert|update|delete|select \* from process_deposits)/i;

export const isWrite = ({ text }: Statement): boolean => writes.test(text);

/** From the most specific to the least: the first match names the whole transaction. */
const tellingStatements: readonly (readonly [WriteStep, (statement: Statement) => boolean])[] = [
  ["refund bet", givesBetBack],
  // Its money is given back in the same transaction, and any instance may do it.
  ["refund race", refundsRace],
  ["settle race", ({ text, values }) => text.includes("ledger_postings") && startsWith(values, "settle:")],
  ["admit payment", ({ text }) => text.includes("process_deposits_of(")],
  ["store attempt", ({ text }) => /insert into "(payment_attempts|notary_memos)"/.test(text)],
  ["complete payment", ({ text, values }) => text.includes("ledger_postings") && startsWith(values, "paid:")],
  [
    "withdraw",
    ({ text, values }) => text.includes("ledger_postings") && startsWith(values, "payment:withdrawal"),
  ],
  ["claim", ({ text, values }) => text.includes("ledger_postings") && startsWith(values, "payment:referral")],
  ["open race", ({ text }) => text.includes('insert into "races"')],
  ["create seed chain", ({ text }) => text.includes('insert into "seed_chains"')],
  ["sweep", ({ text, values }) => text.includes("insert into payments") && values.flat().includes("sweep")],
  ["repeat bet", ({ text, values }) => text.includes('insert into "bets"') && startsWith(values, "repeat-")],
  ["place bet", ({ text, values }) => text.includes('insert into "bets"') && values.includes("confirmed")],
  ["start repeat", ({ text }) => text.includes('insert into "bet_repeats"')],
  ["end repeat", ({ text }) => text.includes('update "bet_repeats"')],
  ["prepare bet", ({ text }) => text.includes("insert into bets (")],
  ["expire bets", ({ text, values }) => text.includes('update "bets"') && values.includes("expired")],
  ["move cursor", ({ text }) => text.includes('"deposit_cursors"')],
  ["take lease", ({ text }) => text.includes("insert into leases")],
  ["renew lease", ({ text }) => text.includes("update leases set expires_at = clock_timestamp() +")],
  ["approve request", ({ text }) => text.includes('update "approvals"')],
  ["queue special race", ({ text }) => text.includes('"special_races"')],
  [
    "move house money",
    ({ text, values }) =>
      text.includes("ledger_postings") &&
      (startsWith(values, "payment:manual") || startsWith(values, "adjusted:")),
  ],
  ["change setting", ({ text }) => text.includes('"audit_log"')],
];

function givesBetBack({ text, values }: Statement): boolean {
  return text.includes("ledger_postings") && startsWith(values, "refund:");
}

function refundsRace({ text, values }: Statement): boolean {
  return text.startsWith('update "races"') && values.includes("refunded");
}

const startsWith = (values: readonly unknown[], prefix: string) =>
  values.flat().some((value) => typeof value === "string" && value.startsWith(prefix));

/** What a transaction, or a single statement, stores; null if it only reads. */
export function stepOf(statements: readonly Statement[]): WriteStep | null {
  const written = statements.filter(isWrite);
  if (written.length === 0) return null;
  if (written.some(refundsRace) && written.some(givesBetBack)) return "refund settled race";
  for (const [step, fits] of tellingStatements) if (written.some(fits)) return step;
  const race = written.findLast(({ text }) => text.startsWith('update "races"'));
  return race ? raceStepOf(race) : "other write";
}

/** How a race moved, judging by the new values of its row. */
function raceStepOf({ text, values }: Statement): WriteStep {
  const set = new Map<string, unknown>();
  for (const [, column, place] of text.matchAll(/"(\w+)" = \$(\d+)/g)) {
    if (column && !set.has(column)) set.set(column, values[Number(place) - 1]);
  }
  const has = (column: string) => set.get(column) !== null && set.get(column) !== undefined;
  switch (set.get("status")) {
    case "pending":
      return "open betting";
    case "countdown":
      return "start countdown";
    case "active":
      if (has("starts_at")) return "start race";
      return has("beacon_slot") ? "announce beacon" : "lock race";
    case "completed":
      return has("settled_at") ? "settle race" : "complete race";
    default:
      return "other write";
  }
}
