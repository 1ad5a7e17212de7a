import { DAY_MS } from "../../src/domain/day-length.ts";
import { parseUsername } from "../../src/domain/username.ts";
import type { Tx } from "../../src/server/foundation/db/database.ts";
import { drawFrom } from "./draw.ts";
import { insertRows, timeOf } from "./insert-rows.ts";
import { type HistoryPlan, adminsOf, joinedAtMs } from "./plan.ts";

const FIRST = [
  "swift",
  "amber",
  "lucky",
  "quiet",
  "bold",
  "happy",
  "grey",
  "noble",
  "rapid",
  "sunny",
] as const;
const SECOND = ["fox", "comet", "rider", "moon", "otter", "hawk", "pony", "wave", "ember", "storm"] as const;

/** One in this many of the players who join later was referred. */
const REFERRED = 3;
const MINUTE_MS = 60_000;

/**
 * Each player's referrer, by number; -1 for none. Only players who joined earlier refer anybody, and most of them refer
 * few.
 */
export function referrersOf({ seed, users }: HistoryPlan): Int32Array {
  const draw = drawFrom(`${seed} referrers`);
  return Int32Array.from({ length: users }, (_, index) => {
    const referrer = Math.floor(index * draw.fraction() ** 3);
    return index > 0 && draw.isOneIn(REFERRED) ? referrer : -1;
  });
}

/** The profiles of players `from` up to `to`, with their names, roles and restrictions. */
export async function writePlayers(
  tx: Tx,
  plan: HistoryPlan,
  { wallets, from, to }: { readonly wallets: readonly string[]; readonly from: number; readonly to: number },
): Promise<void> {
  const referrers = referrersOf(plan);
  const players = wallets.slice(from, to).map((wallet, place) => {
    const index = from + place;
    const draw = drawFrom(`${plan.seed} profile ${index}`);
    // The number makes the names distinct, and no letter before it is read as a digit.
    const name = parseUsername(`${draw.pick(FIRST)}_${draw.pick(SECOND)}_${index}`);
    if (!name.ok) throw new Error(name.message);
    return { index, wallet, draw, joinedMs: joinedAtMs(plan, index), ...name.value };
  });
  await insertRows(
    tx,
    "users",
    players.map(({ index, wallet, username, draw, joinedMs }) => ({
      wallet,
      username,
      referrer: wallets[referrers[index] ?? -1] ?? null,
      is_streamer: draw.isOneIn(500),
      is_partner: draw.isOneIn(1_000),
      streamer_privacy_enabled: true,
      current_win_streak: 0,
      best_win_streak: 0,
      created_at: timeOf(joinedMs),
    })),
  );
  await insertRows(
    tx,
    "usernames",
    players.map(({ wallet, username, skeleton, joinedMs }) => ({
      skeleton,
      username,
      wallet,
      taken_at: timeOf(joinedMs),
    })),
  );
  const restricted = players.filter(({ draw }) => draw.isOneIn(50));
  const admins = adminsOf(plan);
  await insertRows(
    tx,
    "restrictions",
    restricted.map(({ index, wallet, draw, joinedMs }) => {
      const imposedMs = Math.min(plan.endsAtMs, joinedMs + draw.below(DAY_MS));
      return {
        id: `a${String(index).padStart(24, "0")}`,
        wallet,
        kind: draw.pick(["mute", "chat_ban", "ban"]),
        // A few last for years.
        until: timeOf(imposedMs + (draw.isOneIn(5) ? 3_650 * DAY_MS : 30 * MINUTE_MS)),
        reason: "Insults in the chat",
        imposed_by: draw.pick(admins),
        imposed_at: timeOf(imposedMs),
      };
    }),
  );
}
