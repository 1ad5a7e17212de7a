import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { differenceExplained } from "../../../domain/chain-postings.ts";
import { publicReason } from "../../../domain/rule-log.ts";
import { ok, type Refused, type Result, refuse } from "../../../domain/result.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { lockBalance, post } from "../../foundation/books/ledger.ts";
import { writeRule } from "../../foundation/rule-log/write-rule.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Entropy } from "../../foundation/ports.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { lockHaltReason, writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { type SolvencyPorts, readSolvency, shownDifference, type SolvencySnapshot } from "./read-solvency.ts";

export interface ResumePorts extends SolvencyPorts {
  readonly entropy: Entropy;
  /** Verifies the master password; see the vault. */
  readonly vault: { check(masterPassword: string, by: string): Promise<Result<undefined, PasswordRefusal>> };
}

type PasswordRefusal = "HOUSE_NOT_INITIALIZED" | "MASTER_PASSWORD_WRONG" | "RATE_LIMITED";

interface ResumeRequest {
  readonly masterPassword: string;
  /** What explains a difference; null where none is expected. */
  readonly reason: string | null;
  /** The admin's wallet. */
  readonly by: string;
}

export type ResumeRefusal = PasswordRefusal | "BOOKS_DIFFER" | "EQUITY_TOO_LOW" | "CHAIN_UNAVAILABLE";

/**
 * Lets payments leave again after a halt (rule MONEY-20): when books and chain agree, or with an explanation. An
 * explained difference is booked against house equity, never against players, so that books and chain agree from then
 * on and the next difference halts again. Without a halt it does nothing.
 */
export async function resumePayments(
  ports: ResumePorts,
  { masterPassword, reason, by }: ResumeRequest,
): Promise<Result<undefined, ResumeRefusal>> {
  const proven = await ports.vault.check(masterPassword, by);
  if (!proven.ok) return proven;
  const snapshot = await orUnavailable(readSolvency(ports));
  if (snapshot === null) return refuse("CHAIN_UNAVAILABLE");
  const { difference, differences } = snapshot;
  return inTransaction(ports.db, async (tx) => {
    const at = new Date(ports.clock.now());
    const halted = await lockHaltReason(tx);
    if (halted === null) return ok();
    if (shownDifference(snapshot) !== null) {
      const refused = await bookDifferences(tx, { snapshot, reason, entropy: ports.entropy });
      if (refused) return refused;
    }
    await writeHaltReason(tx, null, at);
    await writeRule(tx, at, { rule: "resume", difference, reason: publicReason(reason) });
    const ofWallets = differences.map((one) => [one.account, one.difference.toString()]);
    const detail = { halted, difference: difference.toString(), ofWallets: Object.fromEntries(ofWallets) };
    await writeAudit(tx, { at, actor: by, action: "payments.resume", detail, reason });
    return ok();
  });
}

async function bookDifferences(
  tx: Tx,
  { snapshot, reason, entropy }: { snapshot: SolvencySnapshot; reason: string | null; entropy: Entropy },
): Promise<Refused<"BOOKS_DIFFER" | "EQUITY_TOO_LOW"> | null> {
  if (reason === null || reason.trim() === "") {
    const message = `Books and chain differ by ${shownDifference(snapshot)} lamports: please explain that to resume`;
    return refuse("BOOKS_DIFFER", { field: "reason", message });
  }
  if ((await lockBalance(tx, "equity")) + snapshot.difference < 0n) return refuse("EQUITY_TOO_LOW");
  const id = Buffer.from(entropy.bytes(12)).toString("hex");
  await post(tx, differenceExplained({ id, differences: snapshot.differences }));
  return null;
}
