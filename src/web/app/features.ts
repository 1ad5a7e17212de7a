import { adminFeature } from "../admin/feature.ts";
import { announcementsFeature } from "../announcements/feature.ts";
import { betsFeature } from "../bets/feature.tsx";
import { chatFeature } from "../chat/feature.tsx";
import { fairnessFeature } from "../fairness/feature.tsx";
import { leaderboardFeature } from "../leaderboard/feature.ts";
import type { Feature } from "../live/slots.tsx";
import { ownLimitsFeature } from "../own-limits/feature.tsx";
import { overlayFeature } from "../overlay/feature.tsx";
import { notificationsFeature } from "../notifications/feature.tsx";
import { payoutsFeature } from "../payouts/feature.tsx";
import { playersFeature } from "../players/feature.tsx";
import { racesFeature } from "../races/feature.ts";
import { referralsFeature } from "../referrals/feature.tsx";
import { replayFeature } from "../replay/feature.ts";
import { ruleLogFeature } from "../rule-log/feature.ts";
import { shareFeature } from "../share/feature.tsx";
import { signInFeature } from "../sign-in/feature.tsx";
import { soundFeature } from "../sound/feature.tsx";
import { titlesFeature } from "../titles/feature.tsx";

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
  adminFeature,
  signInFeature,
];
