import type { Landed } from "../execute.ts";
import { type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";
import { sourcesOf } from "./sources.ts";

interface Ports {
  readonly must: Must;
  readonly landedOf: (signature: string) => Landed | null;
  readonly isHouseSource: (address: string) => boolean;
}

const credited = new Set(["payment_credited", "deposit_received"]);

/** Every player whose money was credited is notified of the amount, in the same commit (rule BET-8). */
export function checkCreditNotices({ must, landedOf, isHouseSource }: Ports, { rows }: Commit): void {
  const told: string[] = [];
  const wanted: string[] = [];
  for (const { source, before, row } of rows) {
    if (source === "notifications" && credited.has(text(row, "kind"))) told.push(noticeOf(row));
    if (source !== "deposits" || before !== null || row["outcome"] !== "credit") continue;
    const landed = landedOf(text(row, "signature"));
    for (const [wallet, lamports] of landed ? sourcesOf(landed) : [])
      if (!isHouseSource(wallet)) wanted.push(`${lamports} to ${wallet}`);
  }
  const [is, ought] = [told, wanted].map((list) => list.toSorted().join());
  must(is === ought, `BET-8 told of credits of ${String(is)}, not ${String(ought)}`);
}

function noticeOf(row: Row): string {
  const { amount } = row["params"] as { readonly amount: number };
  return `${BigInt(Math.round(amount * 1e9))} to ${text(row, "wallet")}`;
}
