import type { HouseWalletKind } from "../../domain/ledger.ts";
import type { Result } from "../../domain/result.ts";

/** What the server may do with the house's keys; no key ever leaves the vault (rule MONEY-17). */
export interface HouseKeys {
  isUnlocked(): boolean;
  /** The oldest active wallet of a kind, or null before the house wallets are initialised. */
  address(kind: HouseWalletKind): Promise<string | null>;
  /** All active wallets of a kind, oldest first (rule MONEY-26). */
  addresses(kind: HouseWalletKind): Promise<readonly string[]>;
  /** Returns an ed25519 signature. Throws when the address is neither a house wallet nor a notary. */
  sign(address: string, message: Uint8Array): Promise<Result<Uint8Array, "HOUSE_LOCKED">>;
}
