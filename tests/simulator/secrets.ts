/** Seals the simulated game's seed chains; the oracle opens them with the same key. */
export const SEED_KEY = Buffer.alloc(32, 7);
