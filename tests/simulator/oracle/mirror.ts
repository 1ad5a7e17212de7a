import type { Change } from "../store.ts";

/** A stored row, with column names as in the database. */
export type Row = Readonly<Record<string, unknown>>;

/** The tables as they are stored now, maintained from what was committed. */
export interface Mirror {
  readonly races: ReadonlyMap<string, Row>;
  readonly bets: ReadonlyMap<string, Row>;
  readonly betsOf: (raceId: string) => readonly Row[];
  readonly raceLocks: ReadonlyMap<string, Row>;
  readonly horsesOf: (raceId: string) => readonly Row[];
  readonly repeats: ReadonlyMap<string, Row>;
  readonly betsOfRepeat: (repeatId: string) => readonly Row[];
  readonly restrictions: ReadonlyMap<string, Row>;
  readonly ownBreaks: ReadonlyMap<string, Row>;
  readonly specialRaces: ReadonlyMap<string, Row>;
  readonly approvals: ReadonlyMap<string, Row>;
  readonly payments: ReadonlyMap<string, Row>;
  readonly attempts: ReadonlyMap<string, Row>;
  readonly attemptsOf: (paymentId: string) => readonly Row[];
  readonly deposits: ReadonlyMap<string, Row>;
  readonly houseWallets: ReadonlyMap<string, Row>;
  readonly users: ReadonlyMap<string, Row>;
  readonly settings: ReadonlyMap<string, string>;
  readonly seedChains: ReadonlyMap<number, Row>;
  readonly logs: ReadonlyMap<string, Row>;
  readonly memos: ReadonlyMap<string, Row>;
  /** The notary of the open log. */
  readonly notary: () => string | null;
}

export interface KeptMirror extends Mirror {
  /** Applies a change and returns the row that it replaces. */
  take(change: Change): Row | null;
}

const keys: Partial<Record<Change["source"], string>> = {
  races: "id",
  race_locks: "race_id",
  bets: "id",
  bet_repeats: "id",
  restrictions: "id",
  own_breaks: "id",
  special_races: "id",
  approvals: "id",
  payments: "id",
  payment_attempts: "signature",
  deposits: "signature",
  house_wallets: "address",
  house_vault: "id",
  users: "wallet",
  settings: "key",
  seed_chains: "id",
  logs: "id",
  notary_memos: "signature",
};

export function openMirror(): KeptMirror {
  const tables = new Map<string, Map<unknown, Row>>(Object.keys(keys).map((name) => [name, new Map()]));
  const table = <Key>(name: string) => (tables.get(name) ?? new Map()) as Map<Key, Row>;
  const settings = new Map<string, string>();
  const betIds = new Map<string, string[]>();
  const repeatedIds = new Map<string, string[]>();
  const attemptIds = new Map<string, string[]>();
  const horses = new Map<string, Row[]>();
  const file = (index: Map<string, string[]>, under: string, id: string) =>
    index.set(under, [...(index.get(under) ?? []), id]);
  const bets = table<string>("bets");
  const logs = table<string>("logs");
  const attempts = table<string>("payment_attempts");
  const present = <T>(value: T | undefined): value is T => value !== undefined;
  return {
    races: table("races"),
    bets,
    betsOf: (raceId) => (betIds.get(raceId) ?? []).map((id) => bets.get(id)).filter(present),
    raceLocks: table("race_locks"),
    horsesOf: (raceId) => horses.get(raceId) ?? [],
    repeats: table("bet_repeats"),
    betsOfRepeat: (id) => (repeatedIds.get(id) ?? []).map((betId) => bets.get(betId)).filter(present),
    restrictions: table("restrictions"),
    ownBreaks: table("own_breaks"),
    specialRaces: table("special_races"),
    approvals: table("approvals"),
    payments: table("payments"),
    attempts,
    attemptsOf: (id) =>
      (attemptIds.get(id) ?? []).map((signature) => attempts.get(signature)).filter(present),
    deposits: table("deposits"),
    houseWallets: table("house_wallets"),
    users: table("users"),
    settings,
    seedChains: table("seed_chains"),
    logs,
    memos: table("notary_memos"),
    notary: () => {
      const open = [...logs.values()].find((log) => log["is_open"] === true);
      return open === undefined ? null : text(open, "notary");
    },
    take({ source, content }) {
      if (source === "race_horses") {
        const raceId = text(content, "race_id");
        horses.set(raceId, [...(horses.get(raceId) ?? []), content]);
      }
      const key = keys[source];
      if (key === undefined) return null;
      const rows = table<unknown>(source);
      const before = rows.get(content[key]) ?? null;
      rows.set(content[key], content);
      if (source === "settings") settings.set(String(content["key"]), String(content["value"]));
      if (before === null && source === "bets") file(betIds, text(content, "race_id"), text(content, "id"));
      if (before === null && source === "bets" && isSet(content, "repeat_id"))
        file(repeatedIds, text(content, "repeat_id"), text(content, "id"));
      if (before === null && source === "payment_attempts")
        file(attemptIds, text(content, "payment_id"), text(content, "signature"));
      return before;
    },
  };
}

export const text = (row: Row, column: string): string => String(row[column]);
export const amount = (row: Row, column: string): bigint => BigInt((row[column] as number | null) ?? 0);
export const isSet = (row: Row | null, column: string): boolean => row !== null && row[column] !== null;
