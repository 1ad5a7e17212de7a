import { eq } from "drizzle-orm";
import type { NotificationKind } from "../../../../contract/notifications/catalogue.ts";
import type { RepeatEnd, RepeatTally } from "../../../../domain/repeat.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { betRepeats } from "../../../foundation/db/schema/bets.ts";
import {
  type Notice,
  type NotificationRow,
  notify,
} from "../../../foundation/notifications/stored-notifications.ts";
import type { Clock, Entropy } from "../../../foundation/ports.ts";
import { betsOfRepeat, type RepeatRow, tallyOf } from "./repeat-rows.ts";

interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** The notice that the player gets about an end; none when the player ended it. */
const notices = {
  races_done: "repeat_races_done",
  loss_reached: "repeat_loss_reached",
  stopped: null,
  replaced: null,
  maintenance: "repeat_maintenance",
  banned: "repeat_banned",
  balance_low: "repeat_balance_low",
  stake_refused: "repeat_stake_refused",
  own_limit: "repeat_own_limit",
  on_break: "repeat_on_break",
  notice_required: "repeat_notice_required",
  not_allowed: "repeat_not_allowed",
  expired: "repeat_expired",
} as const satisfies Readonly<Record<RepeatEnd, NotificationKind | null>>;

/**
 * Ends a repeat whose row the caller has locked and found running, and notifies its player of the reason (rule BET-15).
 * Answers what is to be sent after the commit.
 */
export async function endRepeat(
  tx: Tx,
  ports: Ports,
  repeat: RepeatRow,
  reason: RepeatEnd,
): Promise<NotificationRow | null> {
  const endedAt = new Date(ports.clock.now());
  await tx.update(betRepeats).set({ endedAt, endReason: reason }).where(eq(betRepeats.id, repeat.id));
  const kind = notices[reason];
  if (kind === null) return null;
  const { racesBet, net } = tallyOf(await betsOfRepeat(tx, repeat.id)) satisfies RepeatTally;
  const notice: Notice = { wallet: repeat.wallet, kind, params: { races: racesBet, net } };
  return notify(tx, ports, notice);
}
