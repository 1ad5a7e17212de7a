/** How long the shown pool takes to run to each new figure. */
export const POOL_COUNTER_MS = 800;
