/** Raised when the notice of age and place changes its content: everybody is then asked again (rule BET-17). */
export const NOTICE_VERSION = 1;
