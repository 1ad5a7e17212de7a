import { createHash } from "node:crypto";
import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
}

/**
 * The public log of rules and refunds: a tree, complete, and referenced by races (rules LOG-6, RULELOG-2, RULELOG-4).
 */
interface RuleLogRules {
  committed(commit: Commit): void;
}

/** Settings that are not rules of the game: those of the house's own operation, and of the page. */
const notRules = new Set([
  "balance_step_up_above_sol",
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
  "The public log with its commitment ended before betting opened": "log_ended",
};

export function openRuleLogRules({ must, mirror }: Ports): RuleLogRules {
  const entries: string[] = [];
  const inForce = new Map<string, string>();

  /** Takes in an entry; returns its content, a rule under its own kind. */
  function take(row: Row): Row {
    const entry = text(row, "entry");
    const number = entries.length + 1;
    const { kind, rule, ...content } = JSON.parse(entry) as Row;
    const told: Row = { ...content, kind: kind === "rule" ? rule : kind };
    must(
      Number(row["index"]) === number - 1,
      `LOG-6 entry ${text(row, "index")} follows ${number - 1} entries`,
    );
    must((kind === "open") === (number === 1), `RULELOG-2 entry ${number} is ${text(told, "kind")}`);
    entries.push(entry);
    if (kind === "open")
      for (const [key, value] of Object.entries(told["rules"] as Row)) inForce.set(key, String(value));
    if (told["kind"] === "setting") {
      const key = text(told, "key");
      const was = inForce.get(key) ?? null;
      must(told["from"] === was, `RULELOG-2 entry ${number} says that ${key} was ${text(told, "from")}`);
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
      .filter((bet) => bet["status"] === "confirmed")
      .filter(({ result }) => (isSet(before, "settled_at") ? result === "loss" : result !== "refunded"))
      .reduce((sum, bet) => sum + amount(bet, "stake"), 0n);
    const cause = ownCauses[text(race, "refund_reason")] ?? "by_admin";
    return `refund-race ${id} ${cause} ${isSet(before, "settled_at")} ${stakes}`;
  }

  /** The newest entry commits to the race that is created, and says all that is fixed about it. */
  function mustBeCommitted(race: Row) {
    const id = text(race, "id");
    const index = Number(race["commit_index"]);
    must(
      index === entries.length - 1,
      `RULELOG-4 ${id} is committed to by entry ${index} of ${entries.length}`,
    );
    const {
      kind,
      at: _,
      settings,
      jackpot,
      lock_wallet: wallet,
      ...told
    } = JSON.parse(entries[index] ?? "{}") as Row;
    const isLocked = race["ledger"] === "real";
    const locker = mirror.houseWallets.get(String(wallet)) ?? {};
    const isWallet = locker["kind"] === "hot" && locker["is_active"] === true;
    must(isLocked ? isWallet : wallet === null, `FAIR-15 ${id} is to be locked by ${String(wallet)}`);
    const horses = mirror
      .horsesOf(id)
      .map(({ number, horse_id, name }) => ({ number, id: horse_id, name }))
      .toSorted((one, other) => Number(one.number) - Number(other.number));
    const shown = {
      race: id,
      number: Number(race["number"]),
      seed_hash: race["server_seed_hash"],
      base_nonce: race["nonce"],
      horses,
    };
    const isSaid =
      kind === "commit" &&
      JSON.stringify(told) === JSON.stringify(shown) &&
      sorted({ ...(settings as Row), jackpot }) === sorted(race["settings"] as Row);
    must(isSaid, `FAIR-12 ${id} is committed to by ${entries[index]}`);
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
        if (before === null) return [`commit ${text(row, "id")}`];
        const isRefunded = row["status"] === "refunded" && before["status"] !== "refunded";
        return isRefunded ? [refundOf(before, row, commit)] : [];
      }
      case "bets": {
        const id = text(row, "id");
        const isByAdmin = commit.rows.some(
          (other) => other.row["action"] === "bet.refund" && other.row["subject"] === id,
        );
        if (!isByAdmin) return [];
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
      const told = commit.rows
        .filter(({ source, before }) => source === "log_entries" && before === null)
        .map(({ row }) => take(row));
      if (entries.length === 0) return;
      const isStart = told.some(({ kind }) => kind === "open");
      const said = isStart ? [] : told.filter(({ kind }) => kind !== "wallet").map(inWords);
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
        mustBeCommitted(row);
      }
    },
  };
}

/** As RFC 6962 defines the tree. */
export function treeHash(entries: readonly string[]): Buffer {
  const hash = (...parts: readonly (string | Buffer)[]) =>
    parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest();
  if (entries.length === 1) return hash(Buffer.of(0), entries[0] ?? "");
  const left = 2 ** Math.floor(Math.log2(entries.length - 1));
  return hash(Buffer.of(1), treeHash(entries.slice(0, left)), treeHash(entries.slice(left)));
}

const sorted = (fields: Row): string =>
  JSON.stringify(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));

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
    case "commit":
      return `commit ${text(told, "race")}`;
    case "transfer":
      return `transfer ${text(told, "lamports")}`;
    default:
      return kind;
  }
}
