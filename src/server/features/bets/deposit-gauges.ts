import type { Gauge } from "../../foundation/metrics.ts";
import type { DepositReader } from "./watch-deposits.ts";

/** Metrics of what strangers make the house read (rule DUST-1); an instance that does not lead reads nothing. */
export const depositGauges = ({ backlog }: Pick<DepositReader, "backlog">): readonly Gauge[] => [
  {
    name: "furlong_deposit_backlog_signatures",
    help: "Transactions that mention a house wallet and have not been read",
    read: () => backlog().signatures,
  },
  {
    name: "furlong_deposit_backlog_slots",
    help: "How many slots ago the oldest final one of them landed",
    read: () => backlog().oldestSlots,
  },
];
