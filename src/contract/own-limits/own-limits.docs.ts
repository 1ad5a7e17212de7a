import { featureDocs } from "../openapi/docs.ts";

export const ownLimitsDocs = featureDocs({
  description: "Limits that players set for themselves: on stakes, losses and time, and breaks from betting.",
  operations: {
    getLimits:
      "Windows roll: the last 24 hours, the last seven times 24. A bet counts as lost until it is settled, and not at all once it is refunded; earlier winnings do not make room for a loss.",
    setLimits:
      "A limit in SOL, or null for none. Requesting the limit that currently applies cancels a pending change. A bet that exceeds a limit is refused, a payment for one is credited; withdrawals are never affected.",
    getNotice: "The operator decides whether there is a notice, and for which age.",
    acceptNotice:
      "Stored with its time. A new text, or a higher age, has to be confirmed again. Deposits and withdrawals do not require it.",
    takeBreak:
      "Days of a cool-off, or months of self-exclusion; the latter counts where both are given. Until its end no bet and no new deposit is accepted; it can be replaced by a longer break, never by a shorter one. Withdrawals are never affected.",
  },
  fields: {
    "OwnAmountLimit.at": "When the change takes effect.",
    "OwnAmountLimit.limit": "In SOL; null for none.",
    "OwnLimits.at": "When the change takes effect.",
    "OwnLimits.limit": "Minutes; null for none.",
    since: {
      description: "Start of what `session` counts, at most a week ago.",
      example: "2026-11-23T10:00:00.000Z",
    },
    "getLimits.net": "What came back from settled bets less what was staked in them.",
    staked: "Stakes of these bets.",
    "takeBreak.days": "Days of a cool-off.",
    break: "The current break; null without one.",
    exclude: { description: "Months of self-exclusion.", example: 6 },
    freesAt: "When the oldest counted bet stops counting; null where none counts.",
    isDue: "Whether a bet is refused until the notice is confirmed.",
    limits: "The caller's own limits.",
    lossDay: "Most lost in 24 hours.",
    lossWeek: "Most lost in seven times 24 hours.",
    pending: "A higher limit, or none, that takes effect later; null without one.",
    reminder: "Minutes of play after which the page reminds of them.",
    session: "What was bet since; null where that was not requested.",
    stakeDay: "Most staked in 24 hours.",
    stakeWeek: "Most staked in seven times 24 hours.",
    used: "How much of it is used now.",
  },
});
