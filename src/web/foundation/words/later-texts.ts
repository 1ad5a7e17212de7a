/**
 * Folders whose texts no page needs for its first picture: the build puts each, with what is below it, in a file of its
 * own.
 */
export const laterTexts = [
  "admin",
  "chat/reports",
  "fairness/history",
  "fairness/owed",
  "fairness/statistics",
  "fairness/verifier",
  "rule-log/page",
  "status/page",
] as const;
export type LaterTexts = (typeof laterTexts)[number];
