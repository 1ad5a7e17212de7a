/** Replaces the part of a URL that may hold a key. */
const HIDDEN = "…";

/** Names of this machine in a URL. */
export const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * An RPC URL as it is shown to people, in the audit log and in errors: path and query of a provider's URL may be a key
 * (rule LIMITS-5), and so may the part before its host. A URL without them is shown whole.
 */
export function shownRpcUrl(text: string): string {
  const [, scheme = "", credentials = "", host = "", rest = ""] =
    /^(https?:\/\/)([^/?#]*@)?([^/?#]+)(.*)$/.exec(text) ?? [];
  if (credentials === "" && (rest === "" || rest === "/")) return host === "" ? HIDDEN : text;
  return `${scheme}${host}/${HIDDEN}`;
}

/** Whether a URL is shown only in part. */
export const isShownInPart = (maskedUrl: string): boolean => maskedUrl.endsWith(HIDDEN);
