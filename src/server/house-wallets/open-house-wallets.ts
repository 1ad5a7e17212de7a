import type { Feature } from "../feature.ts";
import { houseHandlers, type HousePorts } from "./handlers.ts";

/** The house's wallets as admins see and move them; the vault that holds their keys is vault.ts. */
export const openHouseWallets = (ports: HousePorts) =>
  ({
    handlers: houseHandlers(ports),
  }) satisfies Feature;
