import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LAMPORTS_PER_SOL, type Lamports, lamports } from "../../../domain/lamports.ts";
import { refusals } from "../../../contract/wire/refusals.ts";
import { OperatorError } from "../../foundation/db/operator-error.ts";
import type { Db } from "../../foundation/db/database.ts";
import { type HouseWalletKind, houseWalletKinds } from "../../../domain/ledger.ts";
import type { Logger } from "../../foundation/log.ts";
import type { Chain, Clock, Entropy } from "../../foundation/ports.ts";
import { initialiseHouse } from "./initialise.ts";
import { unlockHouse } from "./lock-house.ts";
import type { PasswordCost } from "./master-password.ts";
import { SYSTEM, type Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "balance">;
  readonly vault: Vault;
  readonly log: Pick<Logger, "warn">;
  /** Where the password is stored, readable only by the owner. */
  readonly dataDir: string;
  /** The operator's password, which comes before the one in the folder; null if there is none. */
  readonly masterPassword?: string | null;
  /** Sends lamports from the embedded chain's faucet. */
  readonly faucet: (address: string, amount: Lamports) => Promise<unknown>;
  readonly cost?: PasswordCost;
}

const grants: Readonly<Record<HouseWalletKind, Lamports>> = {
  deposit: lamports(LAMPORTS_PER_SOL),
  hot: lamports(500n * LAMPORTS_PER_SOL),
  treasury: lamports(1_000n * LAMPORTS_PER_SOL),
};

/**
 * Local mode only: creates the house wallets on the first start, unlocks them with `HOUSE_MASTER_PASSWORD` or, without
 * one, a password from the data folder, and funds empty ones from the faucet. The deposit watcher books the grants as
 * house equity, since the faucet is one of its house sources. If an admin has changed the password since, they stay
 * locked (rule MONEY-29).
 */
export async function openLocalHouse(ports: Ports): Promise<void> {
  const { vault, chain, faucet, log } = ports;
  const masterPassword =
    ports.masterPassword ?? (await localPassword(join(ports.dataDir, "house-password"), ports.entropy));
  const created = await initialiseHouse(ports, { masterPassword, by: SYSTEM });
  if (!created.ok && created.code === "MASTER_PASSWORD_WEAK")
    throw new OperatorError(`HOUSE_MASTER_PASSWORD: ${refusals.MASTER_PASSWORD_WEAK.text}`);
  const unlocked = await unlockHouse(ports, { masterPassword, by: SYSTEM });
  if (!unlocked.ok)
    log.warn(
      { code: unlocked.code },
      ports.masterPassword
        ? "HOUSE_MASTER_PASSWORD does not open the house wallets, which stay locked until an admin unlocks them"
        : "DATA_DIR's password does not open the house wallets, which stay locked until an admin unlocks them",
    );
  for (const kind of houseWalletKinds) {
    const address = await vault.address(kind);
    if (!address) throw new Error(`no ${kind} wallet`);
    if ((await chain.balance(address)) === 0n) await faucet(address, grants[kind]);
  }
}

async function localPassword(path: string, entropy: Entropy): Promise<string> {
  // The fixed part meets the password policy whatever the random part is.
  const fresh = `Aa1!${Buffer.from(entropy.bytes(24)).toString("base64url")}`;
  try {
    await writeFile(path, fresh, { mode: 0o600, flag: "wx" });
    return fresh;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return (await readFile(path, "utf8")).trim();
  }
}
