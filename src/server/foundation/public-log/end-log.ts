import type { Chain } from "../ports.ts";
import { leaseHolder } from "../db/lease.ts";
import { OperatorError } from "../db/operator-error.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { ENGINE_LEASE } from "../leadership.ts";
import { compareWithChain } from "./compare-with-chain.ts";
import { mayMemosLand } from "./log-standing.ts";
import { type OpenLogPorts, type PrepareSeedChain, replaceLog } from "./open-log.ts";
import { originOf, readOpenLog } from "./read-log.ts";

interface Ports extends OpenLogPorts {
  readonly chain: Chain;
  readonly prepareSeedChain: PrepareSeedChain;
}

interface EndedLog {
  /** The log that was open. */
  readonly ended: string;
  /** Whether the chain has entries of it that nobody can show any more. */
  readonly isLost: boolean;
  /** The log that is open now. */
  readonly began: string;
}

/**
 * The command of an operator who ends the open log: because entries of it are lost, or because its notary's key is to be
 * replaced (rule LOG-12). The next one begins with every rule in force.
 *
 * @throws OperatorError that says what prevents it; nothing was changed then.
 */
export async function endOpenLog(ports: Ports): Promise<EndedLog> {
  const open = await readOpenLog(ports.db);
  if (open?.network !== ports.network) throw new OperatorError("No public log of this network is open.");
  if ((await leaseHolder(ports.db, ENGINE_LEASE.name)) !== null)
    throw new OperatorError(
      "A server is running, or ran a few seconds ago: it may sign entries meanwhile. Stop all servers first.",
    );
  if (mayMemosLand(open, ports.clock.now()))
    throw new OperatorError(
      "The database was restored less than two minutes ago: what it had signed may still land. Try again then.",
    );
  const found = await orUnavailable(compareWithChain(ports, open));
  if (found === null) throw new OperatorError("The node does not answer; nothing has changed.");
  const lost = found.type === "differs" ? found.head : null;
  const { prepareSeedChain } = ports;
  const replaced = await replaceLog(ports, (before) => before?.id === open.id, { lost, prepareSeedChain });
  if (replaced === null)
    throw new OperatorError(
      "The next log cannot be opened: it needs the house's keys and a node that answers.",
    );
  return { ended: open.origin, isLost: replaced.isLost, began: originOf(replaced.id, ports.host) };
}
