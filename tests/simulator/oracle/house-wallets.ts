import { kindOf } from "../keys.ts";
import { type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

/** Wallets from the setup of the game have no key of their own. */
export const SET_UP = "-";

/**
 * House wallets are added and retired with their audit row in the same commit, and one of each kind remains (rule
 * MONEY-26).
 */
export function checkHouseWallets(
  { must, mirror }: { readonly must: Must; readonly mirror: Mirror },
  { rows }: Pick<Commit, "rows">,
): void {
  const audited = (action: string) =>
    rows
      .filter(({ source, row }) => source === "audit_log" && row["action"] === action)
      .map(({ row }) => row);
  const added: Row[] = [];
  for (const { source, before, row } of rows) {
    if (source === "bets" && before === null && row["ledger"] === "real" && row["source"] === "wallet") {
      const address = text(row, "deposit_address");
      must(
        mirror.houseWallets.has(address),
        `MONEY-26 ${text(row, "id")} is to be paid to no wallet of the house`,
      );
      must(
        kindOf.get(address) === "deposit",
        `MONEY-26 ${text(row, "id")} is to be paid to no deposit wallet`,
      );
    }
    if (source !== "house_wallets") continue;
    const address = text(row, "address");
    if (before === null) {
      if (row["sealed_key"] !== SET_UP) added.push(row);
      continue;
    }
    for (const column of ["kind", "sealed_key", "created_at"])
      must(before[column] === row[column], `MONEY-17 ${column} of ${address} changes`);
    must(before["is_active"] === true || row["is_active"] === false, `MONEY-26 ${address} is used again`);
    if (before["is_active"] === row["is_active"]) continue;
    must(
      audited("house.retire").some(({ subject }) => subject === address),
      `LIMITS-8 ${address} is retired without an audit row`,
    );
    const left = [...mirror.houseWallets.values()].filter(
      (wallet) => wallet["kind"] === row["kind"] && wallet["is_active"] === true,
    );
    must(left.length > 0, `MONEY-26 no ${text(row, "kind")} wallet is left`);
  }
  const told = audited("house.add-keys");
  if (added.length === 0) return must(told.length === 0, "MONEY-26 keys are audited that were not added");
  const named = told.flatMap((row) => (row["after"] as { address: string }[]).map(({ address }) => address));
  const found = added.map((row) => text(row, "address"));
  must(named.toSorted().join() === found.toSorted().join(), "LIMITS-8 keys are added without an audit row");
  must(found.length <= 50, `MONEY-26 ${found.length} keys are added at once`);
}
