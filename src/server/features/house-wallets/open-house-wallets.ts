import type { Feature } from "../../foundation/feature.ts";
import { houseHandlers, type HousePorts } from "./handlers.ts";

/** The house's wallets, for admins to view and move money between; the vault that holds their keys is vault.ts. */
export const openHouseWallets = (ports: HousePorts) =>
  ({
    handlers: houseHandlers(ports),
  }) satisfies Feature;
