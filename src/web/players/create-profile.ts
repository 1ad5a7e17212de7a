import type { User } from "../../contract/players/players.ts";
import type { fetchApi } from "../lib/api.ts";
import { isRefusedWith } from "../lib/call-refused.ts";

interface NewProfile {
  readonly walletAddress: string;
  readonly username: string;
  /** Whose link brought the player here. */
  readonly referrer: string | null;
}

/** Creates a profile. A link that names nobody, or the player, must not keep anyone out: it is left away. */
export async function createProfile(
  call: typeof fetchApi,
  profile: NewProfile,
): Promise<{ readonly user: User }> {
  try {
    return await call("createUser", { body: profile });
  } catch (error) {
    const isBadLink = isRefusedWith(error, "REFERRER_UNKNOWN") || isRefusedWith(error, "REFERRER_SELF");
    if (!isBadLink || profile.referrer === null) throw error;
    return call("createUser", { body: { ...profile, referrer: null } });
  }
}
