import { amount, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
  /** Wallets that sign for larger bets from their balance. */
  readonly confirming: ReadonlySet<string>;
}

/**
 * Stakes from the balance need their player's word above the setting (BALANCE-1).
 */
export function checkSpending(ports: Ports, { rows }: Commit): void {
  for (const { source, before, row } of rows) {
    if (before !== null) continue;
    const isStake = source === "bets" && row["source"] === "balance";
    if (isStake) mustBeConfirmed(ports, row);
  }
}

/** A wallet that signs for nothing bets no more from its balance than the setting allows in 24 hours (BALANCE-1). */
function mustBeConfirmed({ must, mirror, confirming }: Ports, bet: Row) {
  const wallet = text(bet, "wallet");
  if (confirming.has(wallet)) return;
  const from = Date.parse(text(bet, "confirmed_at")) - 24 * 3_600_000;
  let staked = 0n;
  for (const other of mirror.bets.values()) {
    const isCounted =
      other["wallet"] === wallet && other["source"] === "balance" && other["status"] === "confirmed";
    if (!isCounted || other["result"] === "refunded") continue;
    if (Date.parse(text(other, "confirmed_at")) > from) staked += amount(other, "stake");
  }
  const limit = Math.round(Number(mirror.settings.get("balance_step_up_above_sol") ?? "2") * 1e9);
  must(
    staked <= BigInt(limit),
    `BALANCE-1 ${text(bet, "id")} takes ${staked} from ${wallet} without its word`,
  );
}
