import { eq } from "drizzle-orm";
import type { RaceSettings } from "../../../../domain/race-settings.ts";
import type { RepeatPause } from "../../../../domain/repeat.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { betRepeats } from "../../../foundation/db/schema/bets.ts";
import {
  type Notice,
  type NotificationRow,
  notify,
} from "../../../foundation/notifications/stored-notifications.ts";
import type { Clock, Entropy } from "../../../foundation/ports.ts";
import type { RepeatRow } from "./repeat-rows.ts";

interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
}

export interface Pause {
  readonly reason: RepeatPause;
  readonly agreed: RaceSettings;
  /** Of the race that it does not bet in. */
  readonly terms: RaceSettings;
}

/**
 * Pauses a repeat whose row the caller has locked: it places nothing until its player resumes it (rule BET-15). Answers
 * what is to be sent after the commit.
 */
export async function pauseRepeat(
  tx: Tx,
  ports: Ports,
  { id, wallet }: RepeatRow,
  pause: Pause,
): Promise<NotificationRow> {
  await tx.update(betRepeats).set({ pauseReason: pause.reason }).where(eq(betRepeats.id, id));
  return notify(tx, ports, noticeOf(wallet, pause));
}

function noticeOf(wallet: string, { reason, agreed, terms }: Pause): Notice {
  switch (reason) {
    case "edge": {
      const params = { edge: terms.houseEdgeBps / 100, edgeBefore: agreed.houseEdgeBps / 100 };
      return { wallet, kind: "repeat_paused_edge", params };
    }
    case "limits":
      return { wallet, kind: "repeat_paused_limits", params: {} };
    case "testing":
      return { wallet, kind: "repeat_paused_testing", params: {} };
    case "step_up":
      return { wallet, kind: "repeat_paused_step_up", params: {} };
  }
}
