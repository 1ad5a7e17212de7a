import { announcementsDocs } from "../announcements/announcements.docs.ts";
import { approvalsDocs } from "../approvals/approvals.docs.ts";
import { auditDocs } from "../audit/audit.docs.ts";
import { type EndpointName } from "../api.ts";
import { betsDocs } from "../bets/bets.docs.ts";
import { chatDocs } from "../chat/chat.docs.ts";
import { emotesDocs } from "../emotes/emotes.docs.ts";
import { houseWalletsDocs } from "../house-wallets/house-wallets.docs.ts";
import { notificationsDocs } from "../notifications/notifications.docs.ts";
import { ownLimitsDocs } from "../own-limits/own-limits.docs.ts";
import { payoutsDocs } from "../payouts/payouts.docs.ts";
import { playersDocs } from "../players/players.docs.ts";
import { racesDocs } from "../races/races.docs.ts";
import { referralsDocs } from "../referrals/referrals.docs.ts";
import { ruleLogDocs } from "../rule-log/rule-log.docs.ts";
import { settingsDocs } from "../settings/settings.docs.ts";
import { signInDocs } from "../sign-in/sign-in.docs.ts";
import { titlesDocs } from "../titles/titles.docs.ts";
import { exportDocs } from "../export/export.docs.ts";
import { healthDocs } from "../health/health.docs.ts";
import { liabilitiesDocs } from "../liabilities/liabilities.docs.ts";
import { leaderboardDocs } from "../leaderboard/leaderboard.docs.ts";
import { overviewDocs } from "../overview/overview.docs.ts";
import { revenueDocs } from "../revenue/revenue.docs.ts";
import { solvencyDocs } from "../solvency/solvency.docs.ts";
import { commonFields } from "./common-fields.ts";
import type { FieldDoc, FieldName } from "./docs.ts";

/** The features by folder name, in the order in which the document shows them. */
export const features = {
  "sign-in": signInDocs,
  players: playersDocs,
  races: racesDocs,
  export: exportDocs,
  bets: betsDocs,
  "own-limits": ownLimitsDocs,
  payouts: payoutsDocs,
  solvency: solvencyDocs,
  liabilities: liabilitiesDocs,
  notifications: notificationsDocs,
  referrals: referralsDocs,
  titles: titlesDocs,
  announcements: announcementsDocs,
  audit: auditDocs,
  "rule-log": ruleLogDocs,
  approvals: approvalsDocs,
  chat: chatDocs,
  emotes: emotesDocs,
  leaderboard: leaderboardDocs,
  settings: settingsDocs,
  "house-wallets": houseWalletsDocs,
  overview: overviewDocs,
  revenue: revenueDocs,
  health: healthDocs,
} as const;
export type FeatureName = keyof typeof features;

const operations: Readonly<Record<EndpointName, string>> = {
  ...signInDocs.operations,
  ...playersDocs.operations,
  ...racesDocs.operations,
  ...exportDocs.operations,
  ...betsDocs.operations,
  ...ownLimitsDocs.operations,
  ...payoutsDocs.operations,
  ...notificationsDocs.operations,
  ...referralsDocs.operations,
  ...titlesDocs.operations,
  ...announcementsDocs.operations,
  ...auditDocs.operations,
  ...ruleLogDocs.operations,
  ...approvalsDocs.operations,
  ...chatDocs.operations,
  ...emotesDocs.operations,
  ...settingsDocs.operations,
  ...houseWalletsDocs.operations,
  ...solvencyDocs.operations,
  ...liabilitiesDocs.operations,
  ...leaderboardDocs.operations,
  ...overviewDocs.operations,
  ...revenueDocs.operations,
  ...healthDocs.operations,
};

const fields: Readonly<Record<FieldName, FieldDoc>> & Readonly<Record<string, FieldDoc>> = {
  ...commonFields,
  ...signInDocs.fields,
  ...playersDocs.fields,
  ...racesDocs.fields,
  ...exportDocs.fields,
  ...betsDocs.fields,
  ...ownLimitsDocs.fields,
  ...payoutsDocs.fields,
  ...notificationsDocs.fields,
  ...referralsDocs.fields,
  ...titlesDocs.fields,
  ...announcementsDocs.fields,
  ...auditDocs.fields,
  ...ruleLogDocs.fields,
  ...approvalsDocs.fields,
  ...chatDocs.fields,
  ...emotesDocs.fields,
  ...settingsDocs.fields,
  ...houseWalletsDocs.fields,
  ...solvencyDocs.fields,
  ...liabilitiesDocs.fields,
  ...leaderboardDocs.fields,
  ...overviewDocs.fields,
  ...revenueDocs.fields,
  ...healthDocs.fields,
};

export const operationDoc = (name: EndpointName): string => operations[name];

/** The feature that describes a call. */
export function featureOf(name: EndpointName): FeatureName {
  for (const [feature, docs] of Object.entries(features)) {
    if (name in docs.operations) return feature as FeatureName;
  }
  throw new RangeError(`no feature describes ${name}`);
}

/**
 * The description of a field in its context; `owner` is a named schema or a call: the owner's own, else that of the
 * call's feature, else the only one that there is.
 *
 * @throws RangeError if several features describe a field of that name and none of them is the owner's.
 */
export function fieldDoc(
  owner: string,
  name: string,
): { readonly description: string; readonly example?: unknown; readonly isAlternative?: true } | null {
  const doc = fields[`${owner}.${name}`] ?? docOfCall(owner, name) ?? onlyDoc(owner, name);
  if (doc === undefined) return null;
  return typeof doc === "string" ? { description: doc } : doc;
}

const fieldsOf = (feature: FeatureName): Partial<Record<string, FieldDoc>> => features[feature].fields;

const docOfCall = (owner: string, name: string): FieldDoc | undefined =>
  owner in operations ? fieldsOf(featureOf(owner as EndpointName))[name] : undefined;

function onlyDoc(owner: string, name: string): FieldDoc | undefined {
  const describing = (Object.keys(features) as FeatureName[]).filter((feature) => name in fieldsOf(feature));
  if (describing.length > 1)
    throw new RangeError(`${owner}.${name} is described by ${describing.join(" and ")}: name its owner`);
  return fields[name];
}
