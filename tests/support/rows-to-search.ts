import { eq } from "drizzle-orm";
import { depositCredited } from "../../src/domain/chain-postings.ts";
import { lamports } from "../../src/domain/lamports.ts";
import { userAccount } from "../../src/domain/ledger.ts";
import { post } from "../../src/server/books/ledger.ts";
import type { Db } from "../../src/server/db/database.ts";
import { announcements } from "../../src/server/db/schema/announcements.ts";
import { approvals } from "../../src/server/db/schema/approvals.ts";
import { deposits } from "../../src/server/db/schema/bets.ts";
import { chatMessages } from "../../src/server/db/schema/chat.ts";
import { houseWallets } from "../../src/server/db/schema/house-wallets.ts";
import { payments } from "../../src/server/db/schema/payments.ts";
import { specialRaces } from "../../src/server/db/schema/races.ts";
import { playerTitles, titles } from "../../src/server/db/schema/titles.ts";
import { newWallet } from "./browser-session.ts";

/** Two rows of each list of the panel that is searched: the first of the first wallet, the second of the other. */
export async function writeRowsToSearch(db: Db, nowMs: number, players: readonly [string, string]) {
  const wallets = [newWallet().address, newWallet().address] as const;
  const both = [0, 1] as const;
  const at = (row: number) => new Date(nowMs - 60_000 * (2 - row));
  const amount = lamports(50_000_000n);
  const credits = wallets.map((wallet) => ({ account: userAccount(wallet), lamports: amount }));
  const received = [{ kind: "deposit" as const, address: "deposit", lamports: lamports(100_000_000n) }];
  await db.transaction((tx) => post(tx, depositCredited({ signature: "unasked", received, credits })));
  const house = newWallet().address;
  await db.insert(houseWallets).values({ address: house, kind: "deposit", sealedKey: "x", createdAt: at(0) });
  const signatures = both.map((row) => `${row + 2}`.repeat(88));
  await db.insert(deposits).values(
    both.map((row) => ({
      signature: signatures[row] ?? "",
      houseAddress: house,
      payer: wallets[row],
      lamports: amount,
      slot: 1n,
      outcome: "credit" as const,
      seenAt: at(row),
      finalizedAt: at(row),
    })),
  );
  await db.insert(payments).values(
    both.map((row) => ({
      id: `withdrawal-${row}`,
      kind: "withdrawal" as const,
      status: "pending" as const,
      source: "hot" as const,
      destination: players[row],
      wallet: players[row],
      lamports: amount,
      memo: `withdrawal ${row}`,
      createdAt: at(row),
    })),
  );
  await db.insert(announcements).values(
    both.map((row) => ({
      id: `n${row}`,
      title: ["Derby on Sunday", "New silks"][row] ?? "",
      segment: "streamers" as const,
      createdAt: at(row),
    })),
  );
  await db.insert(titles).values({ id: "title-x", name: "Steward", slug: "steward", createdAt: at(0) });
  await db
    .insert(playerTitles)
    .values(both.map((row) => ({ wallet: players[row], titleId: "title-x", unlockedAt: at(row) })));
  await db.insert(chatMessages).values(
    both.map((row) => ({
      room: "lobby",
      wallet: players[0],
      content: ["good luck", "well run"][row] ?? "",
      sentAt: at(row),
      username: "one",
      isAdmin: false,
      isModerator: false,
      hasStar: false,
      isStreamer: false,
      isPartner: false,
    })),
  );
  await db.insert(specialRaces).values(
    both.map((row) => ({
      id: `special-${row}`,
      position: row,
      raceType: "classic" as const,
      houseEdgeBps: 0,
      jackpot: lamports(0n),
      minBets: 2,
      countdownMs: 30_000,
      requestedBy: wallets[row],
      requestedAt: at(row),
      cancelledAt: at(row),
      cancelledBy: wallets[row],
    })),
  );
  for (const row of both) {
    const id = `approval-${row}`;
    await db.insert(approvals).values({
      id,
      kind: "jackpot-setting",
      request: { settingValue: "11" },
      amount: lamports(11_000_000_000n),
      askedBy: wallets[row],
      askedAt: at(0),
      expiresAt: new Date(nowMs + 3_600_000),
    });
    const decided = { status: "rejected" as const, decidedBy: house, decidedAt: at(row) };
    await db.update(approvals).set(decided).where(eq(approvals.id, id));
  }
  return { wallets, signatures };
}
