import { eq } from "drizzle-orm";
import { DAY_MS } from "../../src/domain/day-length.ts";
import { depositCredited } from "../../src/domain/chain-postings.ts";
import { lamports, sum } from "../../src/domain/lamports.ts";
import { userAccount } from "../../src/domain/ledger.ts";
import { post } from "../../src/server/foundation/books/ledger.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import { announcements, announcementViews } from "../../src/server/foundation/db/schema/announcements.ts";
import { approvals } from "../../src/server/foundation/db/schema/approvals.ts";
import { deposits } from "../../src/server/foundation/db/schema/bets.ts";
import { chatMessages, chatReportCases, chatReports } from "../../src/server/foundation/db/schema/chat.ts";
import { houseWallets } from "../../src/server/foundation/db/schema/house-wallets.ts";
import { payments } from "../../src/server/foundation/db/schema/payments.ts";
import { specialRaces } from "../../src/server/foundation/db/schema/races.ts";
import { playerTitles, titles } from "../../src/server/foundation/db/schema/titles.ts";
import { newWallet } from "./browser-session.ts";

/** What one row of each of the panel's lists holds; rows may tie. */
interface ListRow {
  readonly at: Date;
  /** From 0: what rows are ordered by where it is not the time. */
  readonly rank: number;
  /** A wallet without a profile, which holds, pays in and requests. */
  readonly stranger: string;
  /** A wallet that withdraws, holds a title and has seen the first announcement. */
  readonly player: string;
  /** Of the announcement. */
  readonly title: string;
  /** What the special race became; cancelled if absent. */
  readonly raceId?: string;
}

const signatureOf = (number: number): string => `${number + 2}`.repeat(88);

/**
 * These rows in the panel's lists of wallets without a profile, deposits, withdrawals, announcements, holders of a
 * title, past special races and decided approvals. Returns the signatures of the deposits.
 */
export async function writeListRows(db: Db, rows: readonly ListRow[]): Promise<readonly string[]> {
  const [house, admin] = [newWallet().address, newWallet().address];
  const [first = new Date(0)] = rows.map(({ at }) => at);
  const amountOf = ({ rank }: ListRow) => lamports(50_000_000n + BigInt(rank));
  const credits = rows.map((row) => ({ account: userAccount(row.stranger), lamports: amountOf(row) }));
  const received = [
    { kind: "deposit" as const, address: "deposit", lamports: sum(credits.map((credit) => credit.lamports)) },
  ];
  await db.transaction((tx) => post(tx, depositCredited({ signature: "unasked", received, credits })));
  await db.insert(houseWallets).values({ address: house, kind: "deposit", sealedKey: "x", createdAt: first });
  await db.insert(titles).values({ id: "title-x", name: "Steward", slug: "steward", createdAt: first });
  for (const [number, row] of rows.entries()) {
    const { at, rank, stranger, player, title, raceId } = row;
    await db.insert(deposits).values({
      signature: signatureOf(number),
      houseAddress: house,
      payer: stranger,
      lamports: amountOf(row),
      slot: 1n,
      outcome: "credit",
      seenAt: at,
    });
    await db.insert(payments).values({
      id: `withdrawal-${number}`,
      kind: "withdrawal",
      status: "pending",
      source: "hot",
      destination: player,
      wallet: player,
      lamports: amountOf(row),
      memo: `withdrawal ${number}`,
      createdAt: at,
    });
    await db.insert(announcements).values({
      id: `n${number}`,
      title,
      segment: "streamers",
      seenBy: rank,
      priority: -rank,
      createdAt: at,
    });
    await db.insert(announcementViews).values({ announcementId: "n0", wallet: player });
    await db.insert(playerTitles).values({ wallet: player, titleId: "title-x", unlockedAt: at });
    await db.insert(specialRaces).values({
      id: `special-${number}`,
      position: number,
      raceType: "classic",
      houseEdgeBps: 0,
      jackpot: lamports(0n),
      minBets: 2,
      countdownMs: 30_000,
      requestedBy: stranger,
      requestedAt: at,
      ...(raceId === undefined ? { cancelledAt: at, cancelledBy: stranger } : { raceId }),
    });
    const id = `approval-${number}`;
    await db.insert(approvals).values({
      id,
      kind: "jackpot-setting",
      request: { settingValue: "11" },
      amount: lamports(11_000_000_000n + BigInt(rank)),
      cause: "sum",
      movedBefore: lamports(0n),
      sumLimit: lamports(10_000_000_000n),
      askedBy: stranger,
      askedAt: first,
      expiresAt: new Date(first.getTime() + DAY_MS),
    });
    const decided = { status: "rejected" as const, decidedBy: admin, decidedAt: at };
    await db.update(approvals).set(decided).where(eq(approvals.id, id));
  }
  return rows.map((_, number) => signatureOf(number));
}

interface Said {
  readonly wallet: string;
  readonly username: string;
  readonly content: string;
  readonly at: Date;
}

/** Messages in the lobby; returns their ids. */
export async function writeChat(db: Db, messages: readonly Said[]): Promise<readonly number[]> {
  const flags = { isAdmin: false, isModerator: false, hasStar: false, isStreamer: false, isPartner: false };
  const written = await db
    .insert(chatMessages)
    .values(messages.map(({ at, ...said }) => ({ room: "lobby", ...said, sentAt: at, ...flags })))
    .returning({ id: chatMessages.id });
  return written.map(({ id }) => id);
}

interface Reported {
  readonly messageId: number;
  readonly at: Date;
  readonly status: "open" | "dismissed";
}

/** Each message reported once. */
export async function writeReports(db: Db, reported: readonly Reported[]): Promise<void> {
  const reporter = newWallet().address;
  await db
    .insert(chatReports)
    .values(
      reported.map(({ messageId, at }) => ({ messageId, reporter, reason: "scam" as const, reportedAt: at })),
    );
  await db.insert(chatReportCases).values(
    reported.map(({ messageId, at, status }) => ({
      messageId,
      reports: 1,
      firstReportedAt: at,
      lastReportedAt: at,
      status,
      resolvedAt: status === "open" ? null : at,
    })),
  );
}
