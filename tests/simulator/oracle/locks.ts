import { createHash } from "node:crypto";
import type { Landed } from "../execute.ts";
import { sha256 } from "./arithmetic.ts";
import { isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
}

interface Changed {
  readonly source: string;
  readonly before: Row | null;
  readonly row: Row;
}

/**
 * From the close on, the bets are fixed on the chain, and the slot where the lock memo landed decides the beacon (rules
 * FAIR-15, FAIR-16).
 */
export interface LockRules {
  committed(rows: readonly Changed[]): void;
  landed(transaction: Landed): void;
}

const digest = (...parts: readonly Uint8Array[]) =>
  createHash("sha256").update(Buffer.concat(parts)).digest();

function leafOf(bet: Row): Buffer {
  const walletHash = sha256(`wallet:${text(bet, "wallet")}:${text(bet, "salt")}`);
  const content = `${text(bet, "id")}:${walletHash}:${text(bet, "horse_number")}:${text(bet, "stake")}`;
  return digest(Buffer.of(0), Buffer.from(content));
}

/** Split at the largest power of two, as RFC 9162 specifies. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return digest();
  if (leaves.length === 1) return first;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return digest(Buffer.of(1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

const SLOTS_AFTER_LOCK = 4;

export function openLockRules({ must, mirror }: Ports): LockRules {
  /** Bets as they were in the commit that locked their race, keyed by race and id. */
  const locked = new Map<string, ReadonlyMap<string, Row>>();
  const wallets = new Map<string, unknown>();
  /** The first slot in which the lock memo of a race landed. */
  const landings = new Map<string, number>();

  function closed(race: Row) {
    const id = text(race, "id");
    const lock = mirror.raceLocks.get(id);
    if (race["ledger"] === "play") return must(lock === undefined, `FAIR-16 ${id} is play and is locked`);
    if (lock === undefined) return must(false, `FAIR-16 ${id} is closed and its bets are not locked`);
    const bets = mirror
      .betsOf(id)
      .filter((bet) => bet["status"] === "confirmed" && bet["result"] !== "refunded")
      .toSorted((one, other) => (text(one, "id") < text(other, "id") ? -1 : 1));
    locked.set(id, new Map(bets.map((bet) => [text(bet, "id"), bet])));
    const ids = JSON.stringify(bets.map((bet) => bet["id"]));
    must(JSON.stringify(lock["bet_ids"]) === ids, `FAIR-16 ${id} locks other bets than it has`);
    const root = rootOf(bets.map(leafOf)).toString("hex");
    const pool = bets.reduce((total, bet) => total + BigInt(text(bet, "stake")), 0n);
    const memo = `furlong:1:lock race=${id} pool=${pool} bets=${bets.length} root=${root}`;
    const payment = mirror.payments.get(`lock-${id}`);
    must(lock["root"] === root, `FAIR-16 ${id} is locked by another root than that of its bets`);
    must(payment?.["memo"] === memo, `FAIR-16 ${id} is locked with the memo ${String(payment?.["memo"])}`);
    must(payment?.["source_address"] === wallets.get(id), `FAIR-15 ${id} is locked by another wallet`);
  }

  /** Which wallet is to lock a race is told by the entry that commits to it. */
  function told(entry: Row) {
    const { kind, race, lock_wallet: wallet } = JSON.parse(text(entry, "entry")) as Row;
    if (kind === "commit") wallets.set(String(race), wallet);
  }

  /** A locked race gets no new bet, none of its bets changes, and each is settled. */
  function betChanged(before: Row | null, bet: Row) {
    const leaves = locked.get(text(bet, "race_id"));
    if (leaves === undefined) return;
    const id = text(bet, "id");
    const isNew = bet["status"] === "confirmed" && before?.["status"] !== "confirmed";
    must(!isNew, `FAIR-16 ${id} is added to a locked race`);
    const leaf = leaves.get(id);
    if (leaf === undefined) return;
    must(leafOf(bet).equals(leafOf(leaf)), `FAIR-16 ${id} changes in a locked race`);
  }

  function settled(race: Row) {
    const leaves = locked.get(text(race, "id"));
    if (leaves === undefined) return;
    for (const id of leaves.keys()) {
      const bet = mirror.bets.get(id);
      const isSettled = bet !== undefined && bet["settled_at"] === race["settled_at"];
      must(isSettled, `FAIR-16 ${id} is locked and not settled`);
    }
    for (const bet of mirror.betsOf(text(race, "id"))) {
      const isSettled = bet["status"] === "confirmed" && bet["settled_at"] === race["settled_at"];
      must(!isSettled || leaves.has(text(bet, "id")), `FAIR-16 ${text(bet, "id")} is settled and not locked`);
    }
  }

  function beaconChosen(race: Row) {
    const id = text(race, "id");
    if (race["ledger"] === "play") return;
    const slot = Number(race["beacon_slot"]);
    must(
      landings.get(id) === slot - SLOTS_AFTER_LOCK,
      `FAIR-15 the beacon of ${id} is to be from ${slot} on, and its memo landed in ${String(landings.get(id))}`,
    );
  }

  return {
    committed(rows) {
      for (const { source, before, row } of rows) {
        if (source === "race_locks")
          must(before === null, `FAIR-16 the lock of ${text(row, "race_id")} changes`);
        if (source === "log_entries" && before === null) told(row);
        if (source === "bets") betChanged(before, row);
        if (source !== "races") continue;
        if (!isSet(before, "locked_at") && isSet(row, "locked_at")) closed(row);
        if (isSet(row, "beacon_slot") && before?.["beacon_slot"] !== row["beacon_slot"]) beaconChosen(row);
        if (!isSet(before, "settled_at") && isSet(row, "settled_at")) settled(row);
      }
    },

    landed({ memos, slot, accounts, error }) {
      for (const memo of error === null ? memos : []) {
        const id = /^furlong:1:lock race=(\S+) /.exec(memo)?.[1];
        const payment = id === undefined ? undefined : mirror.payments.get(`lock-${id}`);
        if (id === undefined || payment?.["source_address"] !== accounts[0]) continue;
        must(payment?.["memo"] === memo, `FAIR-16 ${id} has a lock memo of its own that says ${memo}`);
        if (!landings.has(id)) landings.set(id, slot);
      }
    },
  };
}
