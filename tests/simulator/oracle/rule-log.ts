import { sha256 } from "./arithmetic.ts";
import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
}

/**
 * The public log of rules and refunds: chained, complete, and referenced by races (rules RULELOG-1, RULELOG-2,
 * RULELOG-4).
 */
interface RuleLogRules {
  committed(commit: Commit): void;
}

/** Settings that are not rules of the game: those of the house's own operation, and of the page. */
const notRules = new Set([
  "chat_moderators",
  "chat_slow_mode_seconds",
  "devnet_banner_enabled",
  "hot_wallet_ceiling_sol",
  "payments_halted",
  "rpc_url_devnet",
  "rpc_url_mainnet",
  "second_admin_above_sol",
  "theme",
]);

const ownCauses: Readonly<Record<string, string>> = {
  "No beacon block arrived in time": "no_beacon",
  "Nobody bet on the winner": "no_winning_bet",
};

export function openRuleLogRules({ must, mirror }: Ports): RuleLogRules {
  let last = { row: 0, hash: "0".repeat(64) };
  const inForce = new Map<string, string>();

  /** Takes in a row; returns its parsed entry. */
  function take(row: Row): Row {
    const entry = text(row, "entry");
    const number = last.row + 1;
    const told = JSON.parse(entry) as Row;
    must(Number(row["row"]) === number, `RULELOG-1 row ${text(row, "row")} follows row ${last.row}`);
    must(told["row"] === number, `RULELOG-1 the entry of row ${number} says ${text(told, "row")}`);
    must(row["hash"] === sha256(`${last.hash}\n${entry}`), `RULELOG-1 row ${number} has another hash`);
    must((told["kind"] === "start") === (number === 1), `RULELOG-2 row ${number} is ${text(told, "kind")}`);
    last = { row: number, hash: text(row, "hash") };
    if (told["kind"] === "start")
      for (const [key, value] of Object.entries(told["settings"] as Row)) inForce.set(key, String(value));
    if (told["kind"] === "setting") {
      const key = text(told, "key");
      const was = inForce.get(key) ?? null;
      must(told["from"] === was, `RULELOG-2 row ${number} says that ${key} was ${text(told, "from")}`);
      inForce.set(key, text(told, "to"));
    }
    return told;
  }

  /** The refund of a race in words, as the log must state it. */
  function refundOf(before: Row | null, race: Row, { rows }: Commit): string {
    const id = text(race, "id");
    const earlier = new Map(
      rows.filter(({ source }) => source === "bets").map(({ before: was, row }) => [row["id"], was ?? row]),
    );
    const stakes = mirror
      .betsOf(id)
      .map((bet) => earlier.get(bet["id"]) ?? bet)
      .filter((bet) => bet["status"] === "confirmed" && bet["result"] !== "refunded")
      .reduce((sum, bet) => sum + amount(bet, "stake"), 0n);
    const cause = ownCauses[text(race, "refund_reason")] ?? "by_admin";
    return `refund-race ${id} ${cause} ${isSet(before, "settled_at")} ${stakes}`;
  }

  /** What the log must state about a change. */
  function wantedOf({ source, before, row }: Commit["rows"][number], commit: Commit): readonly string[] {
    switch (source) {
      case "settings": {
        const key = text(row, "key");
        const to = text(row, "value");
        if (key === "payments_halted") {
          const from = before === null ? "" : text(before, "value");
          return from === to ? [] : [to === "" ? "resume" : `halt ${to}`];
        }
        return notRules.has(key) || inForce.get(key) === to ? [] : [`setting ${key} ${to}`];
      }
      case "races": {
        const isRefunded = row["status"] === "refunded" && before !== null && before["status"] !== "refunded";
        return isRefunded ? [refundOf(before, row, commit)] : [];
      }
      case "bets": {
        const id = text(row, "id");
        if (!commit.postings.some(({ reference }) => reference === `refund:${id}`)) return [];
        const isSettled = isSet(mirror.races.get(text(row, "race_id")) ?? null, "settled_at");
        return [`refund-bet ${text(row, "race_id")} ${id} ${isSettled} ${amount(row, "stake")}`];
      }
      case "payments": {
        const isNew = before === null && row["kind"] === "manual" && !/-again-\d+$/.test(text(row, "id"));
        return isNew ? [`transfer ${amount(row, "lamports")}`] : [];
      }
      default:
        return [];
    }
  }

  return {
    committed(commit) {
      // Evaluated first: what was in force before is known only until the rows are taken in.
      const changes = commit.rows.flatMap((change) => wantedOf(change, commit));
      const told = commit.rows.filter(({ source }) => source === "rule_log").map(({ row }) => take(row));
      if (last.row === 0) return;
      const isStart = told.some(({ kind }) => kind === "start");
      const said = isStart ? [] : told.map(inWords);
      const wanted = isStart ? [] : changes;
      must(
        said.toSorted().join("; ") === wanted.toSorted().join("; "),
        `RULELOG-2 the log tells [${said.join("; ")}] of [${wanted.join("; ")}]`,
      );
      for (const [key, value] of mirror.settings) {
        const isTold = notRules.has(key) || inForce.get(key) === value;
        must(isTold, `RULELOG-2 ${key} is ${value}, and ${inForce.get(key)} by the log`);
      }
      for (const { source, before, row } of commit.rows) {
        if (source !== "races" || before !== null) continue;
        const isNewest = Number(row["rules_row"]) === last.row && row["rules_hash"] === last.hash;
        must(isNewest, `RULELOG-4 ${text(row, "id")} does not name row ${last.row}, the newest`);
      }
    },
  };
}

function inWords(told: Row): string {
  const kind = text(told, "kind");
  switch (kind) {
    case "setting":
      return `setting ${text(told, "key")} ${text(told, "to")}`;
    case "refund-race":
      return `refund-race ${text(told, "race")} ${text(told, "cause")} ${text(told, "settled")} ${text(told, "lamports")}`;
    case "refund-bet":
      return `refund-bet ${text(told, "race")} ${text(told, "bet")} ${text(told, "settled")} ${text(told, "lamports")}`;
    case "halt":
      return `halt ${text(told, "reason")}`;
    case "transfer":
      return `transfer ${text(told, "lamports")}`;
    default:
      return kind;
  }
}
