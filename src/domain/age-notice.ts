/** Raised when the notice of age and place says something else than before: everybody is asked again (rule BET-17). */
export const NOTICE_VERSION = 1;
