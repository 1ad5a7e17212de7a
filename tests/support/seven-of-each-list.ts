import { sql } from "drizzle-orm";
import { seedHistory } from "../../bench/history/seed-history.ts";
import { lamports } from "../../src/domain/lamports.ts";
import { writeAudit } from "../../src/server/foundation/audit/write-audit.ts";
import { bets } from "../../src/server/foundation/db/schema/bets.ts";
import { payments } from "../../src/server/foundation/db/schema/payments.ts";
import { users } from "../../src/server/foundation/db/schema/players.ts";
import { referralTotals } from "../../src/server/foundation/db/schema/referrals.ts";
import { openTestDatabase } from "./database.ts";
import { writeChat, writeListRows, writeReports } from "./list-rows.ts";

export const endsAtMs = Date.UTC(2026, 2, 1);
const seven = [0, 1, 2, 3, 4, 5, 6];
/** Of seven rows, three and three tie. */
const tied = (at: number) => Math.floor(at / 3);
const at = (number: number) => new Date(endsAtMs - 60_000 + tied(number));
export const walletOf = (number: number) => `${"ABCDEFG"[number] ?? ""}${"1".repeat(40)}`;
/** Players whom the first of those wallets referred. */
const referredBy = (number: number) => `R${walletOf(number)}`;

/**
 * A short history, and in each list of the panel seven more rows, of which some tie. Returns also the player who wrote
 * the messages and a race in which they bet, the one with the most bets.
 */
export async function openSevenOfEachList() {
  const database = await openTestDatabase();
  const { db } = database;
  const plan = { users: 60, races: 40, bets: 200, seed: "orders", endsAtMs };
  await seedHistory(plan, {
    database: { db, tidy: async () => undefined },
    seedKey: new Uint8Array(32),
  });
  const [bet] = await db
    .select({ wallet: bets.wallet, raceId: bets.raceId })
    .from(bets)
    .where(
      sql`${bets.raceId} = (select race_id from bets group by race_id order by count(*) desc, race_id limit 1)`,
    );
  const { wallet: player, raceId } = bet ?? { wallet: "", raceId: "" };
  await writeListRows(
    db,
    seven.map((number) => ({
      at: at(number),
      rank: tied(number),
      stranger: walletOf(number),
      player: walletOf(number),
      title: `Notice ${number}`,
      ...(number === 3 && { raceId }),
    })),
  );
  await db.insert(payments).values(
    (["sweep", "anchor"] as const).flatMap((kind) =>
      seven.map((number) => ({
        id: `${kind}-${number}`,
        kind,
        status: "completed" as const,
        source: "hot" as const,
        destination: kind === "anchor" ? null : walletOf(number),
        lamports: lamports(kind === "anchor" ? 0n : BigInt(tied(number) + 1)),
        memo: `${kind} ${number}`,
        createdAt: at(number),
      })),
    ),
  );
  const messages = await writeChat(
    db,
    ["hello", "bye"].flatMap((word, half) =>
      seven.map((number) => ({
        wallet: player,
        username: "one",
        content: `${word} ${number}`,
        at: new Date(endsAtMs + 10 * half + tied(number)),
      })),
    ),
  );
  await writeReports(
    db,
    messages.map((messageId, number) => ({
      messageId,
      at: at(number % 7),
      status: number < 7 ? ("open" as const) : ("dismissed" as const),
    })),
  );
  await db.transaction(async (tx) => {
    for (const number of seven)
      await writeAudit(tx, {
        at: at(number),
        actor: walletOf(0),
        action: "horse.change",
        subject: `${number}`,
      });
  });
  await db.insert(users).values(
    seven.map((number) => ({
      wallet: referredBy(number),
      username: `brought_${number}`,
      referrer: walletOf(0),
      createdAt: at(number),
    })),
  );
  // The last one has not bet yet.
  await db.insert(referralTotals).values(
    seven.slice(0, 6).map((number) => ({
      referrer: walletOf(0),
      wallet: referredBy(number),
      wagered: lamports(BigInt(tied(number))),
      earned: lamports(BigInt(2 - tied(number))),
    })),
  );
  return { database, player, raceId };
}
