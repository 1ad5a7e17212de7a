import type { User } from "../../../contract/players/players.ts";

/** Where the player's own link is stored; it is removed with the account. */
export const REFERRAL_LINK = "referralLink";

/** A player's referral link: by username, or by wallet if there is none. */
export const referralLinkOf = (
  { username, wallet_address: wallet }: Pick<User, "username" | "wallet_address">,
  origin: string,
): string => `${origin}/ref/${encodeURIComponent(username === "" ? wallet : username)}`;

/** The link as displayed: without the protocol. */
export const shownLink = (link: string): string => link.replace(/^https?:\/\//, "");
