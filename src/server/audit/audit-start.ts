import type { Network } from "../../contract/settings/runtime.ts";
import type { Db } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";
import { writeAudit } from "./write-audit.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

interface Start {
  readonly version: string;
  readonly network: Network;
}

/** Writes an audit row that a server was started on this data (rule LIMITS-8). */
export const auditStart = ({ db, clock }: Ports, detail: Start): Promise<void> =>
  inTransaction(db, (tx) =>
    writeAudit(tx, { at: new Date(clock.now()), actor: "system", action: "server.start", detail }),
  );
