import { adminFeature } from "../features/admin/feature.ts";
import { announcementsFeature } from "../features/announcements/feature.ts";
import { betsFeature } from "../features/bets/feature.tsx";
import { chatFeature } from "../features/chat/feature.tsx";
import { fairnessFeature } from "../features/fairness/feature.tsx";
import { leaderboardFeature } from "../features/leaderboard/feature.ts";
import type { Feature } from "../foundation/live/slots.tsx";
import { ownLimitsFeature } from "../features/own-limits/feature.tsx";
import { overlayFeature } from "../overlay/feature.tsx";
import { notificationsFeature } from "../features/notifications/feature.tsx";
import { payoutsFeature } from "../features/payouts/feature.tsx";
import { playersFeature } from "../features/players/feature.tsx";
import { racesFeature } from "../features/races/feature.ts";
import { referralsFeature } from "../features/referrals/feature.tsx";
import { replayFeature } from "../features/replay/feature.ts";
import { ruleLogFeature } from "../features/rule-log/feature.ts";
import { shareFeature } from "../features/share/feature.tsx";
import { signInFeature } from "../features/sign-in/feature.tsx";
import { soundFeature } from "../features/sound/feature.tsx";
import { statusFeature } from "../features/status/feature.ts";
import { titlesFeature } from "../features/titles/feature.tsx";

/** Everything that the page is made of. Where several features fill a place, they appear in this order. */
export const features: readonly Feature[] = [
  racesFeature,
  betsFeature,
  fairnessFeature,
  replayFeature,
  shareFeature,
  chatFeature,
  soundFeature,
  overlayFeature,
  playersFeature,
  ownLimitsFeature,
  payoutsFeature,
  referralsFeature,
  notificationsFeature,
  titlesFeature,
  announcementsFeature,
  leaderboardFeature,
  ruleLogFeature,
  statusFeature,
  adminFeature,
  signInFeature,
];
