/** How long the shown pool takes to run to each new figure (rule PAGE-37). */
export const POOL_COUNTER_MS = 800;
