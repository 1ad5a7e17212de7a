/** The colour for each status of a transaction. */
export const statusTones = { completed: "good", failed: "bad", pending: "warn" } as const;
