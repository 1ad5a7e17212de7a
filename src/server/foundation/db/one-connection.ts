import type { PGlite } from "@electric-sql/pglite";
import { AsyncLocalStorage } from "node:async_hooks";

interface Task {
  readonly pglite: PGlite;
  isOpen: boolean;
}

/** One for all databases of a process: Node hands on each that was ever used to every promise. */
const tasks = new AsyncLocalStorage<Task>();

/**
 * The embedded database has one connection. A query on the database from inside a transaction of the same task would
 * wait for that transaction, which waits for the query; so it is refused at once as a bug.
 */
export function refuseWaitingForItself(pglite: PGlite): PGlite {
  const refuse = () => {
    const task = tasks.getStore();
    if (task?.isOpen && task.pglite === pglite) {
      throw new Error("A query on the database from inside a transaction: use the transaction's tx.");
    }
  };
  const query: PGlite["query"] = async (text, values, options) => {
    refuse();
    return pglite.query(text, values, options);
  };
  const transaction: PGlite["transaction"] = async (work) => {
    refuse();
    const task = { pglite, isOpen: true };
    try {
      return await tasks.run(task, () => pglite.transaction(work));
    } finally {
      task.isOpen = false;
    }
  };
  return new Proxy(pglite, {
    get(target, name) {
      if (name === "query") return query;
      if (name === "transaction") return transaction;
      return Reflect.get(target, name, target) as unknown;
    },
  });
}
