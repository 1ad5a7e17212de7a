import { featureDocs } from "../openapi/docs.ts";

export const ownLimitsDocs = featureDocs({
  description: "What players limit for themselves: stakes, losses and time, and breaks from betting.",
  operations: {
    getLimits: {
      description:
        "Windows roll: the last 24 hours, the last seven times 24. A bet counts as lost until it is settled, and not at all once it is refunded; what was won before a loss makes no room for it.",
    },
    setLimits: {
      description:
        "A limit in SOL, or null for none. Asking for the limit that holds cancels a change to come. A bet that is past a limit is refused, a payment for one is credited; withdrawals are never touched.",
    },
    getNotice: { description: "The operator decides whether there is a notice, and for which age." },
    acceptNotice: {
      description:
        "Kept with its time. A new text, or a higher age, has to be confirmed anew. Deposits and withdrawals do not ask for it.",
      refuses: ["NOTICE_CHANGED"],
    },
    takeBreak: {
      description:
        "Days of a cool-off, or months of self-exclusion, which counts where both are given. Until its end no bet and no new deposit is taken; a longer break may follow, never a shorter one. Withdrawals are never touched.",
      refuses: ["BREAK_SHORTER"],
    },
  },
  fields: {
    "OwnAmountLimit.at": "When the change holds.",
    "OwnAmountLimit.limit": "In SOL; null for none.",
    "OwnLimits.at": "When the change holds.",
    "OwnLimits.limit": "Minutes; null for none.",
    since: {
      description: "From when on `session` counts, at most a week ago.",
      example: "2026-11-23T10:00:00.000Z",
    },
    "getLimits.net": "What came back from settled bets less what was staked in them.",
    staked: "Stakes of these bets.",
    "takeBreak.days": "Days of a cool-off.",
    break: "The break that holds now; null without one.",
    exclude: { description: "Months of self-exclusion.", example: 6 },
    freesAt: "When the oldest bet that counts no longer does; null where none counts.",
    isDue: "Whether a bet is refused until the notice is confirmed.",
    limits: "What the caller limits for itself.",
    lossDay: "Most lost in 24 hours.",
    lossWeek: "Most lost in seven times 24 hours.",
    pending: "A higher limit, or none, that holds later; null without one.",
    reminder: "Minutes of play after which the page reminds of them.",
    session: "What was bet since; null where that was not asked.",
    stakeDay: "Most staked in 24 hours.",
    stakeWeek: "Most staked in seven times 24 hours.",
    used: "How much of it is used now.",
  },
});
