import { lazy } from "react";
import type { Feature } from "../live/slots.tsx";

export const payoutsFeature: Feature = {
  dialogs: { faucet: lazy(async () => ({ default: (await import("./faucet-dialog.tsx")).FaucetDialog })) },
  slots: {
    "dashboard-balance": lazy(async () => ({ default: (await import("./withdraw-form.tsx")).WithdrawForm })),
  },
};
