/** The pool that is shown runs this long to each new figure (rule PAGE-37). */
export const POOL_COUNTER_MS = 800;
