import { DAY_MS } from "../../src/domain/day-length.ts";
import { balanceAdjusted } from "../../src/domain/postings.ts";
import { signedLamports } from "../../src/domain/lamports.ts";
import { userAccount } from "../../src/domain/ledger.ts";
import type { Tx } from "../../src/server/foundation/db/database.ts";
import type { Books } from "./books.ts";
import { drawFrom } from "./draw.ts";
import { insertRows, type Row, timeOf } from "./insert-rows.ts";
import { adminsOf, type HistoryPlan, joinedAtMs, startOf } from "./plan.ts";

/** Per player: the number of messages. Players per: row of the audit log, balance adjustment by an admin, announcement. */
const MESSAGES_A_PLAYER = 2;
const PLAYERS_AN_AUDIT = 5;
const PLAYERS_AN_ADJUSTMENT = 100;
const PLAYERS_AN_ANNOUNCEMENT = 500;
/** Players per player who has seen the newest announcement. */
const PLAYERS_A_VIEWER = 2;
/** One message in this many was reported, and one report in this many is still open. */
const REPORTED = 100;
const WAITING = 20;

const TEXTS = [
  "good luck all",
  "number four looks strong",
  "gg",
  "who takes the next one?",
  "that was close",
] as const;

/** A time between the beginning and the end of the history. */
const timeAt = (plan: HistoryPlan, part: number) => startOf(plan) + part * (plan.endsAtMs - startOf(plan));

export const messagesOf = ({ users }: HistoryPlan): number => users * MESSAGES_A_PLAYER;

interface Some {
  readonly wallets: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Messages `from` up to `to` of the chat, with the reports about them. */
export async function writeMessages(tx: Tx, plan: HistoryPlan, { wallets, from, to }: Some): Promise<void> {
  const draw = drawFrom(`${plan.seed} chat ${from}`);
  const [admin] = adminsOf(plan);
  const messages: Row[] = [];
  const reports: Row[] = [];
  const cases: Row[] = [];
  for (let id = from + 1; id <= to; id += 1) {
    const sentMs = timeAt(plan, id / messagesOf(plan));
    // Those who talk, talk a lot.
    const index = Math.floor(wallets.length * draw.fraction() ** 2);
    const isReported = draw.isOneIn(REPORTED);
    const isOpen = draw.isOneIn(WAITING);
    const isDeleted = isReported && !isOpen && draw.isOneIn(2);
    messages.push({
      id,
      room: "lobby",
      wallet: wallets[index],
      content: draw.pick(TEXTS),
      sent_at: timeOf(Math.max(sentMs, joinedAtMs(plan, 0))),
      username: `player_${index}`,
      is_admin: false,
      is_moderator: false,
      has_star: false,
      is_streamer: false,
      is_partner: false,
      deleted_at: isDeleted ? timeOf(sentMs + 120_000) : null,
      deleted_by: isDeleted ? admin : null,
    });
    if (!isReported) continue;
    const reporter = wallets[(index + 1) % wallets.length];
    reports.push({ message_id: id, reporter, reason: "insult", reported_at: timeOf(sentMs + 60_000) });
    cases.push({
      message_id: id,
      reports: 1,
      first_reported_at: timeOf(sentMs + 60_000),
      last_reported_at: timeOf(sentMs + 60_000),
      status: isOpen ? "open" : isDeleted ? "deleted" : "dismissed",
      resolved_by: isOpen ? null : admin,
      resolved_at: isOpen ? null : timeOf(sentMs + 120_000),
    });
  }
  await insertRows(tx, "chat_messages", messages);
  await insertRows(tx, "chat_reports", reports);
  await insertRows(tx, "chat_report_cases", cases);
}

/**
 * What admins did: balances that they raised, other actions in the audit log, announcements, and requests that another
 * admin refused.
 */
export async function writeAdminWork(
  tx: Tx,
  plan: HistoryPlan,
  { wallets, books }: { readonly wallets: readonly string[]; readonly books: Books },
): Promise<void> {
  const draw = drawFrom(`${plan.seed} admins`);
  const admins = adminsOf(plan);
  const audits: Row[] = [];
  const adjustments: Row[] = [];
  const acts = Math.floor(plan.users / PLAYERS_AN_AUDIT);
  for (let act = 0; act < acts; act += 1) {
    const atMs = timeAt(plan, act / acts);
    const [actor, wallet] = [draw.pick(admins), draw.pick(wallets)];
    const entry = { at: timeOf(atMs), actor, subject: wallet, before: null, after: null, reason: "As asked" };
    if (act % (PLAYERS_AN_ADJUSTMENT / PLAYERS_AN_AUDIT) === 0) {
      const id = `a${Buffer.from(draw.bytes(12)).toString("hex")}`;
      const change = signedLamports(BigInt(1 + draw.below(20)) * 1_000_000n);
      const previous = books.balanceOf(userAccount(wallet));
      books.post(balanceAdjusted({ id, wallet, change }), atMs);
      adjustments.push({
        id,
        created_at: timeOf(atMs),
        wallet,
        admin_wallet: actor,
        previous_balance: String(previous),
        new_balance: String(previous + change),
        reason: "A prize",
      });
      const [before, after] = [previous, previous + change].map(String);
      audits.push({ ...entry, action: "player.balance", before, after, reason: "A prize" });
    } else {
      const action = draw.pick([
        "player.mute",
        "player.unmute",
        "player.roles",
        "player.rename",
        "chat.purge",
      ]);
      audits.push({ ...entry, action });
    }
  }
  await books.write(tx);
  await insertRows(tx, "balance_adjustments", adjustments);
  await insertRows(tx, "audit_log", audits);
  const announced = Array.from({ length: Math.floor(plan.users / PLAYERS_AN_ANNOUNCEMENT) }, (_, index) => ({
    id: `n${String(index).padStart(24, "0")}`,
    atMs: timeAt(plan, index / (plan.users / PLAYERS_AN_ANNOUNCEMENT)),
  }));
  await insertRows(
    tx,
    "announcements",
    announced.map(({ id, atMs }) => ({
      id,
      title: "A weekend of sprints",
      body: "From Friday to Sunday every second race is a sprint.",
      segment: "all",
      target_wallets: [],
      starts_at: timeOf(atMs),
      ends_at: timeOf(atMs + DAY_MS),
      priority: 0,
      active: true,
      created_at: timeOf(atMs),
    })),
  );
  const newest = announced.at(-1)?.id;
  const seen = newest === undefined ? [] : wallets.filter((_, index) => index % PLAYERS_A_VIEWER === 0);
  await insertRows(
    tx,
    "announcement_views",
    seen.map((wallet) => ({ announcement_id: newest, wallet })),
  );
  await insertRows(
    tx,
    "approvals",
    announced.map(({ id, atMs }) => ({
      id: `p${id.slice(1)}`,
      kind: "manual-transfer",
      request: { playerWallet: draw.pick(wallets), amount: 20 },
      amount: "20000000000",
      reason: "A prize",
      asked_by: admins[0],
      asked_at: timeOf(atMs),
      expires_at: timeOf(atMs + DAY_MS),
      status: "rejected",
      decided_by: admins[1],
      decided_at: timeOf(atMs + 60_000),
      decision_reason: "Too much",
    })),
  );
}
