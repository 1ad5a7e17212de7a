import type { Network } from "../../../domain/networks.ts";
import type { Db } from "../../foundation/db/database.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";

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
