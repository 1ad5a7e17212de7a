import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Db } from "../../src/server/foundation/db/database.ts";
import type { Faults, StepKind } from "./faults.ts";
import { isWrite, type Statement, stepOf } from "./step-kinds.ts";
import type { Store } from "./store.ts";
import type { Actor, World } from "./world.ts";

interface Ports {
  readonly world: World;
  readonly faults: Faults;
  readonly store: Store;
  /** Kills the process of this actor. */
  readonly kill: (actor: Actor) => void;
  /** Called after every commit. */
  readonly committed: () => Promise<void>;
  /** Called before `committed`, with the actor whose commit it was and the step that it stored. */
  readonly leads: (actor: Actor, step: StepKind) => Promise<void>;
}

/** Steps that only the process with the lease may store. */
const leadersSteps: ReadonlySet<StepKind> = new Set([
  "create seed chain",
  "open race",
  "open betting",
  "start countdown",
  "lock race",
  "announce beacon",
  "start race",
  "complete race",
  "settle race",
  "repeat bet",
]);

class ConnectionLost extends Error {
  readonly code = "08006";
}

class SerializationFailure extends Error {
  readonly code = "40001";
}

class ProcessDied extends Error {}

/** The database as one process sees it: each statement and each transaction waits for its turn and may fail. */
export function databaseOf(actor: Actor, ports: Ports): Db {
  const { world } = ports;
  const query = (text: string, values: unknown[] = [], options?: object) =>
    world.operation(actor, labelOf({ text, values }), () =>
      runAlone(actor, ports, { text, values }, options),
    );
  const transaction = (work: (tx: unknown) => Promise<unknown>) =>
    world.operation(actor, "transaction", () => runTogether(actor, ports, work));
  // drizzle uses nothing else of the client.
  return drizzle({ client: { query, transaction } as unknown as PGlite });
}

/** The database without turns or faults: for setting up before the game begins. */
export function plainDatabase(store: Store): Db {
  const query = async (text: string, values: unknown[] = [], options?: object) =>
    store.query(text, values, isForArrays(options));
  async function transaction(work: (tx: unknown) => Promise<unknown>) {
    store.begin();
    try {
      const value = await work({ query });
      store.commit();
      return value;
    } catch (error) {
      store.rollback();
      throw error;
    }
  }
  return drizzle({ client: { query, transaction } as unknown as PGlite });
}

/** Whether drizzle asks for rows as arrays. */
const isForArrays = (options: object | undefined) =>
  options !== undefined && "rowMode" in options && options.rowMode === "array";

const labelOf = (statement: Statement) => {
  const step = stepOf([statement]);
  return step ?? `read ${/from\s+"?(\w+)/i.exec(statement.text)?.[1] ?? ""}`;
};

async function runAlone(
  actor: Actor,
  { faults, store, kill, committed, world }: Ports,
  statement: Statement,
  options: object | undefined,
) {
  const step = stepOf([statement]) ?? "read";
  const fault = faults.strike(step);
  if (fault) world.note(`FAULT ${faults.struck} ${fault} × ${step}`);
  if (fault === "connection refused" || fault === "connection lost, not committed")
    throw new ConnectionLost(fault);
  if (fault === "crash before commit") return kill(actor);
  if (step === "read") {
    const answer = store.read(statement.text, statement.values, isForArrays(options));
    if (fault === "crash after commit") return kill(actor);
    return answer;
  }
  const answer = store.query(statement.text, statement.values, isForArrays(options));
  await committed();
  if (fault === "crash after commit") return kill(actor);
  if (fault === "connection lost, committed") throw new ConnectionLost(fault);
  return answer;
}

async function runTogether(
  actor: Actor,
  { faults, store, kill, committed, leads, world }: Ports,
  work: (tx: unknown) => Promise<unknown>,
) {
  const statements: Statement[] = [];
  let isOpen = false;
  let step: ReturnType<typeof stepOf> = null;
  let fault: ReturnType<Faults["strike"]> = null;
  const query = async (text: string, values: unknown[] = [], options?: object) => {
    const statement = { text, values };
    statements.push(statement);
    const isReading = !isWrite(statement) && !text.startsWith("set ");
    // Nothing else runs until this transaction ends: what it reads before its first write is the same without it.
    if (!isReading && !isOpen) store.begin();
    isOpen ||= !isReading;
    const isArray = isForArrays(options);
    return isReading ? store.read(text, values, isArray) : store.query(text, values, isArray);
  };
  let value: unknown;
  try {
    value = await work({ query });
    step = stepOf(statements);
    if (step !== null) {
      fault = faults.strike(step);
      world.note(fault ? `FAULT ${faults.struck} ${fault} × ${step}` : `commit ${step}`);
      if (fault === "crash before commit") {
        kill(actor);
        throw new ProcessDied();
      }
      if (fault === "connection lost, not committed") throw new ConnectionLost(fault);
      if (fault === "conflict") throw new SerializationFailure(fault);
    }
    if (isOpen) store.commit();
  } catch (error) {
    if (isOpen) store.rollback();
    throw error;
  }
  if (step !== null && leadersSteps.has(step)) await leads(actor, step);
  if (step !== null) await committed();
  if (fault === "crash after commit") kill(actor);
  if (fault === "connection lost, committed") throw new ConnectionLost(fault);
  return value;
}
