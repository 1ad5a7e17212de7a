import type { AgeNoticeRules } from "./age-notices.ts";
import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { OwnLimitRules } from "./own-limits.ts";
import { mustBeRepeatedHorse } from "./repeated-horse.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
  readonly balance: (account: string) => bigint;
  readonly ownLimits: Pick<OwnLimitRules, "wouldExceed" | "isOnBreak">;
  readonly ageNotices: Pick<AgeNoticeRules, "isDue">;
}

/** Repeats from their order to their end, and what their players are notified of (rule BET-15). */
export interface RepeatRules {
  /** Called when a player orders a repeat; the returned function must be called when the call has ended. */
  ordering(wallet: string): () => void;
  /**
   * Called when a player stops the running repeat; the returned function must be called when the call has ended, with
   * whether it was answered.
   */
  stopping(wallet: string): (isAnswered: boolean) => void;
  committed(commit: Commit): void;
}

const DAY_MS = 24 * 3_600_000;

/** The notification for each end; none if it was the player's own doing. */
const notices: Readonly<Record<string, string | null>> = {
  races_done: "repeat_races_done",
  loss_reached: "repeat_loss_reached",
  stopped: null,
  replaced: null,
  maintenance: "repeat_maintenance",
  banned: "repeat_banned",
  balance_low: "repeat_balance_low",
  own_limit: "repeat_own_limit",
  on_break: "repeat_on_break",
  notice_required: "repeat_notice_required",
  expired: "repeat_expired",
};

export function openRepeatRules({ must, mirror, balance, ownLimits, ageNotices }: Ports): RepeatRules {
  const orders = new Map<string, number>();
  const stops = new Map<string, number>();
  const begin = (calls: Map<string, number>, wallet: string) => {
    const count = (by: 1 | -1) => calls.set(wallet, (calls.get(wallet) ?? 0) + by);
    count(1);
    return () => void count(-1);
  };
  const isUnderWay = (calls: ReadonlyMap<string, number>, wallet: string) => (calls.get(wallet) ?? 0) > 0;
  const runningOf = (wallet: string) =>
    [...mirror.repeats.values()].filter((one) => one["wallet"] === wallet && !isSet(one, "ended_at"));
  const resultOf = (placed: readonly Row[]) => {
    const settled = placed.filter((bet) => isSet(bet, "result"));
    const net = settled.reduce((sum, bet) => sum + amount(bet, "payout") - amount(bet, "stake"), 0n);
    return { net, isAllSettled: settled.length === placed.length };
  };

  const termsOf = (raceId: string) => {
    const settings = (mirror.races.get(raceId)?.["settings"] ?? {}) as Row;
    const bounds = `${text(settings, "minBet")} to ${text(settings, "maxBet")}`;
    return { edge: Number(settings["houseEdgeBps"]), bounds, ledger: text(settings, "ledger") };
  };

  /** A pause has its reason, and is told; only its player ends it (rule BET-15). */
  function paused(before: Row, repeat: Row, { rows }: Commit) {
    const id = text(repeat, "id");
    if (!isSet(repeat, "pause_reason")) {
      return must(isUnderWay(orders, text(repeat, "wallet")), `BET-15 ${id} goes on without its player`);
    }
    const reason = text(repeat, "pause_reason");
    must(!isSet(before, "pause_reason"), `BET-15 ${id} is paused twice`);
    const agreed = termsOf(text(repeat, "terms_race_id"));
    const open = [...mirror.races.values()].filter(
      ({ status }) => status === "pending" || status === "countdown",
    );
    const isWorse = open.some((race) => {
      const terms = termsOf(text(race, "id"));
      if (reason === "edge") return terms.edge > agreed.edge;
      if (reason === "limits") return terms.bounds !== agreed.bounds;
      return reason === "testing" ? terms.ledger !== agreed.ledger : reason === "step_up";
    });
    must(isWorse, `BET-15 ${id} pauses for ${reason}, which is not so`);
    const told = rows.filter(
      ({ source, row }) =>
        source === "notifications" &&
        row["wallet"] === repeat["wallet"] &&
        row["kind"] === `repeat_paused_${reason}`,
    );
    must(told.length === 1, `BET-15 the pause of ${id} is told ${told.length} times`);
  }

  const isBanned = (wallet: string, atMs: number) =>
    [...mirror.restrictions.values()].some(
      (one) => one["wallet"] === wallet && Date.parse(text(one, "until")) > atMs,
    );

  /** Whether a reason to end a repeat is true, given the books and the game at that moment. */
  function isTrue(reason: string, repeat: Row): boolean {
    const wallet = text(repeat, "wallet");
    const placed = mirror.betsOfRepeat(text(repeat, "id"));
    const { net, isAllSettled } = resultOf(placed);
    const isDone = placed.length >= Number(repeat["races"]);
    const endedMs = Date.parse(text(repeat, "ended_at"));
    switch (reason) {
      case "races_done":
        return isDone && isAllSettled;
      case "loss_reached":
        return !isDone && isAllSettled && amount(repeat, "stake") - net > amount(repeat, "stop_at_loss");
      case "stopped":
        return isUnderWay(stops, wallet);
      case "replaced":
        return isUnderWay(orders, wallet) && runningOf(wallet).length === 1;
      case "maintenance":
        return mirror.settings.get("site_maintenance_enabled") === "true";
      case "banned":
        return isBanned(wallet, endedMs);
      case "balance_low":
        return balance(`user:${wallet}`) < amount(repeat, "stake");
      case "own_limit":
        return ownLimits.wouldExceed(wallet, amount(repeat, "stake"));
      case "on_break":
        return ownLimits.isOnBreak(wallet, endedMs);
      case "notice_required":
        return ageNotices.isDue(wallet);
      case "expired":
        return endedMs - Date.parse(text(repeat, "started_at")) >= DAY_MS;
      default:
        // No race of a run takes less than the smallest stake of a repeat.
        return false;
    }
  }

  function ended(repeat: Row, { rows }: Commit) {
    const id = text(repeat, "id");
    const reason = text(repeat, "end_reason");
    must(isTrue(reason, repeat), `BET-15 ${id} ends as ${reason}, which is not so`);
    const told = rows.filter(
      ({ source, row }) =>
        source === "notifications" &&
        row["wallet"] === repeat["wallet"] &&
        text(row, "kind").startsWith("repeat"),
    );
    const kind = notices[reason] ?? null;
    if (kind === null) return must(told.length === 0, `BET-15 ${id} is told as ended by itself`);
    const placed = mirror.betsOfRepeat(id);
    const params = (told[0]?.row["params"] ?? {}) as Row;
    const isRight =
      told.length === 1 &&
      told[0]?.row["kind"] === kind &&
      params["races"] === placed.length &&
      BigInt(Math.round(Number(params["net"]) * 1e9)) === resultOf(placed).net;
    must(isRight, `BET-15 the end of ${id} is told as ${JSON.stringify(told.map(({ row }) => row))}`);
  }

  /** The bet must be within its repeat's terms, whatever the result of the open bets. */
  function placed(bet: Row) {
    const id = text(bet, "id");
    const repeat = mirror.repeats.get(text(bet, "repeat_id"));
    if (!repeat) return must(false, `BET-15 ${id} is of a repeat that is not there`);
    const name = text(repeat, "id");
    must(!isSet(repeat, "ended_at"), `BET-15 ${name} bets after its end`);
    must(!isSet(repeat, "pause_reason"), `BET-15 ${name} bets while it is paused`);
    const [agreed, race] = [termsOf(text(repeat, "terms_race_id")), termsOf(text(bet, "race_id"))];
    must(
      race.edge <= agreed.edge && race.bounds === agreed.bounds && race.ledger === agreed.ledger,
      `BET-15 ${name} bets under worse terms: ${JSON.stringify(race)}, agreed ${JSON.stringify(agreed)}`,
    );
    must(repeat["wallet"] === bet["wallet"], `BET-15 ${name} bets with another's money`);
    const wallet = text(bet, "wallet");
    must(!isBanned(wallet, Date.parse(text(bet, "prepared_at"))), `BET-15 ${name} bets for a banned player`);
    must(!ageNotices.isDue(wallet), `BET-17 ${name} bets before the notice of age is confirmed`);
    must(repeat["stake"] === bet["stake"] && bet["ledger"] === "real", `BET-15 ${name} bets another amount`);
    const all = mirror.betsOfRepeat(name);
    must(all.length <= Number(repeat["races"]), `BET-15 ${name} bets in ${all.length} races`);
    must(
      new Set(all.map((one) => one["race_id"])).size === all.length,
      `BET-15 ${name} bets twice in a race`,
    );
    let lost = 0n;
    for (const one of all) lost += amount(one, "stake") - (isSet(one, "result") ? amount(one, "payout") : 0n);
    must(lost <= amount(repeat, "stop_at_loss"), `BET-15 ${name} can lose ${lost}, beyond its stop`);
    const byHand = mirror
      .betsOf(text(bet, "race_id"))
      .filter((one) => one["wallet"] === bet["wallet"] && one["id"] !== id)
      .find(({ status }) => status === "prepared" || status === "confirmed");
    must(!byHand, `BET-15 ${name} bets beside ${String(byHand?.["id"])}, which is by hand`);
    mustBeRepeatedHorse({ must, mirror }, repeat, bet);
  }

  return {
    ordering: (wallet) => begin(orders, wallet),
    stopping(wallet) {
      const release = begin(stops, wallet);
      const running = runningOf(wallet).map((one) => text(one, "id"));
      return (isAnswered) => {
        release();
        for (const id of isAnswered ? running : [])
          must(isSet(mirror.repeats.get(id) ?? null, "ended_at"), `BET-15 ${id} was ended and goes on`);
      };
    },
    committed(commit) {
      for (const { source, before, row } of commit.rows) {
        if (source === "bets" && before === null && isSet(row, "repeat_id")) placed(row);
        if (source !== "bet_repeats") continue;
        must(!isSet(before, "ended_at"), `BET-15 ${text(row, "id")} changes after its end`);
        const wallet = text(row, "wallet");
        if (isSet(row, "ended_at")) ended(row, commit);
        else if (before !== null) paused(before, row, commit);
        else must(isUnderWay(orders, wallet), `BET-15 ${text(row, "id")} begins without an order`);
        must(runningOf(wallet).length <= 1, `BET-15 two repeats of ${wallet} run`);
      }
    },
  };
}
