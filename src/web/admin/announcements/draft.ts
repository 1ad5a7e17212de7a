import type { announcementSegments } from "../../../contract/announcements/announcements.ts";
import { parseWalletAddress } from "../../../domain/wallet-address.ts";
import { instantOf } from "../kit/local-time.ts";

export interface Draft {
  readonly title: string;
  readonly body: string;
  readonly segment: (typeof announcementSegments)[number];
  /** The value of a local-time field; empty for none. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly priority: string;
  readonly active: boolean;
  /** Separated by commas or line breaks. */
  readonly wallets: string;
}

export const emptyDraft: Draft = {
  title: "",
  body: "",
  segment: "all",
  startsAt: "",
  endsAt: "",
  priority: "0",
  active: true,
  wallets: "",
};

const MAX_PRIORITY = 1_000;

/** The wallets in a text: trimmed, without blanks or duplicates. */
export const walletsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,\s]+/)
      .map((wallet) => wallet.trim())
      .filter((wallet) => wallet !== ""),
  ),
];

export type DraftProblem = "titleMissing" | "priorityRange" | "endsBefore" | "walletsMissing" | "walletWrong";

/** Why a draft cannot be sent; null when it can (rule ADMIN-17). */
export function draftProblem(draft: Draft): DraftProblem | null {
  if (draft.title.trim() === "") return "titleMissing";
  const priority = Number(draft.priority);
  if (!/^-?\d{1,4}$/.test(draft.priority) || Math.abs(priority) > MAX_PRIORITY) return "priorityRange";
  const [starts, ends] = [instantOf(draft.startsAt), instantOf(draft.endsAt)];
  if (starts !== null && ends !== null && ends <= starts) return "endsBefore";
  if (draft.segment !== "specific") return null;
  const wallets = walletsIn(draft.wallets);
  if (wallets.length === 0) return "walletsMissing";
  return wallets.every((wallet) => parseWalletAddress(wallet).ok) ? null : "walletWrong";
}

/**
 * The request body for a draft without a problem: wallets only for the segment `specific`, times or null
 * (rule ADMIN-17).
 */
export const bodyOf = (draft: Draft) => ({
  title: draft.title.trim(),
  body: draft.body.trim() === "" ? null : draft.body.trim(),
  segment: draft.segment,
  starts_at: instantOf(draft.startsAt),
  ends_at: instantOf(draft.endsAt),
  priority: Number(draft.priority),
  active: draft.active,
  target_wallets: draft.segment === "specific" ? [...walletsIn(draft.wallets)] : null,
});
