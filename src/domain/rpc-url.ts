/** Stands for the part of a URL that may hold a key. */
const HIDDEN = "…";

/**
 * An RPC URL as people, the audit log and errors are shown it: path and query of a provider's URL may be a key (rule
 * LIMITS-5), and so may what stands before its host. One without them is whole.
 */
export function shownRpcUrl(text: string): string {
  const [, scheme = "", credentials = "", host = "", rest = ""] =
    /^(https?:\/\/)([^/?#]*@)?([^/?#]+)(.*)$/.exec(text) ?? [];
  if (credentials === "" && (rest === "" || rest === "/")) return host === "" ? HIDDEN : text;
  return `${scheme}${host}/${HIDDEN}`;
}

/** Whether a URL is shown in part only. */
export const isShownInPart = (shown: string): boolean => shown.endsWith(HIDDEN);
