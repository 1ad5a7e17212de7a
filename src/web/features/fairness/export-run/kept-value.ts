/*
 * A value that is stored in the browser's own database, which workers can reach. Storage can be refused (private
 * windows, blocked site data): the caller then works without it, and starts over on the next visit.
 */

const STORE = "checks";
const KEY = "check";

export interface KeptValue {
  /** The value from the last visit; undefined if there is none. */
  readonly read: () => Promise<unknown>;
  readonly keep: (value: unknown) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** The value stored in its own database, by that database's name. */
export function keptValue(database: string): KeptValue {
  const attempt = async <Value>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value | undefined> => {
    try {
      return await withStore(database, mode, work);
    } catch (error) {
      console.debug(`${database} is not kept by this browser.`, error);
      return undefined;
    }
  };
  return {
    read: () => attempt<unknown>("readonly", (store) => store.get(KEY)),
    keep: async (value) => void (await attempt("readwrite", (store) => store.put(value, KEY))),
    forget: () => attempt("readwrite", (store) => store.delete(KEY)),
  };
}

async function withStore<Value>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(opening.error ?? new Error("indexedDB.open")));
  });
  try {
    return await new Promise<Value>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("indexedDB")));
    });
  } finally {
    database.close();
  }
}
