import { STATE_VERSION } from "../../../domain/history/history.ts";
import type { CheckedHistory } from "./checked-history.ts";

/*
 * The check is kept in the browser's own database, which workers can reach. It can be refused (private windows, blocked site
 * data): the check works without it, and begins anew on the next visit.
 */

const DATABASE = "furlong-history";
const STORE = "checks";
const KEY = "check";

async function withStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
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

/** The check of the last visit; null where there is none that can be continued. */
export async function readCheck(): Promise<CheckedHistory | null> {
  try {
    const text = await withStore<unknown>("readonly", (store) => store.get(KEY));
    if (typeof text !== "string") return null;
    const check = JSON.parse(text) as CheckedHistory;
    return check.state.version === STATE_VERSION ? check : null;
  } catch (error) {
    console.debug("The check of the last visit could not be read.", error);
    return null;
  }
}

/** Keeps a check, given as JSON. */
export async function keepCheck(check: string): Promise<void> {
  try {
    await withStore("readwrite", (store) => store.put(check, KEY));
  } catch (error) {
    console.debug("The check could not be kept for the next visit.", error);
  }
}

export async function forgetCheck(): Promise<void> {
  try {
    await withStore("readwrite", (store) => store.delete(KEY));
  } catch (error) {
    console.debug("The check of the last visit could not be removed.", error);
  }
}
