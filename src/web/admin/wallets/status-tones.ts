/** How far a transaction is, by colour. */
export const statusTones = { completed: "good", failed: "bad", pending: "warn" } as const;
