import { later } from "../../foundation/lib/later.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

export const payoutsFeature: Feature = {
  dialogs: { faucet: later(async () => (await import("./faucet-dialog.tsx")).FaucetDialog) },
  slots: {
    "dashboard-balance": later(async () => (await import("./balance-tools.tsx")).BalanceTools),
  },
};
