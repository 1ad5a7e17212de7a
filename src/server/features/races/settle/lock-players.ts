import { sql } from "drizzle-orm";
import { type Tx, rowsOf } from "../../../foundation/db/database.ts";
import { inChunks } from "../../../foundation/db/in-chunks.ts";

interface Player {
  readonly referrer: string | null;
  /** Number of races in a row whose winner the player picked. */
  readonly streak: number;
}

/** The bettors who have a profile, by wallet. */
export type Players = ReadonlyMap<string, Player>;

/** Reads the players of a race and locks their rows until this transaction ends. */
export async function lockPlayers(tx: Tx, bets: readonly { readonly wallet: string }[]): Promise<Players> {
  const players = new Map<string, Player>();
  await inChunks(bets, async (chunk) => {
    const rows = await rowsOf<{ wallet: string; referrer: string | null; current_win_streak: number }>(
      tx,
      sql`select wallet, referrer, current_win_streak from users
           where wallet = any(${sql.param(chunk.map(({ wallet }) => wallet))}::text[])
           order by wallet for update`,
    );
    for (const { wallet, referrer, current_win_streak: streak } of rows)
      players.set(wallet, { referrer, streak });
  });
  return players;
}
