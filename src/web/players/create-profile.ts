import type { User } from "../../contract/players/players.ts";
import type { fetchApi } from "../lib/api.ts";
import { CallRefused } from "../lib/call-refused.ts";

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
    if (!isOfReferrer(error) || profile.referrer === null) throw error;
    return call("createUser", { body: { ...profile, referrer: null } });
  }
}

/** A refusal of the referrer has a code of its own, or names the field. */
const isOfReferrer = (error: unknown): boolean =>
  error instanceof CallRefused && (error.code.startsWith("REFERRER_") || error.field === "referrer");
