import { refusals } from "../../../contract/wire/refusals.ts";
import type { Db } from "../../foundation/db/database.ts";
import { OperatorError } from "../../foundation/db/operator-error.ts";
import type { Logger } from "../../foundation/log.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { initialiseHouse } from "./initialise.ts";
import { unlockHouse } from "./lock-house.ts";
import { SYSTEM, type Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly vault: Vault;
  readonly log: Logger;
}

/**
 * On a real cluster: creates the house wallets at the first start and unlocks them with the operator's master password.
 * Without a password, or if it was changed since, they stay locked until an admin unlocks them (rules MONEY-28 and
 * MONEY-29).
 */
export async function openHouse(ports: Ports, masterPassword: string | null): Promise<void> {
  const { log } = ports;
  if (masterPassword === null) {
    log.warn("HOUSE_MASTER_PASSWORD is not set: the house wallets stay locked");
    return;
  }
  const created = await initialiseHouse(ports, { masterPassword, by: SYSTEM });
  if (created.ok) log.info({ wallets: created.value }, "house wallets created: fund the hot wallet");
  else if (created.code === "MASTER_PASSWORD_WEAK") {
    throw new OperatorError(`HOUSE_MASTER_PASSWORD: ${refusals.MASTER_PASSWORD_WEAK.text}`);
  }
  const unlocked = await unlockHouse(ports, { masterPassword, by: SYSTEM });
  if (!unlocked.ok)
    log.warn(
      { code: unlocked.code },
      "HOUSE_MASTER_PASSWORD does not open the house wallets, which stay locked until an admin unlocks them",
    );
}
