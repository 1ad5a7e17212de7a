import type { Db, Tx } from "../../src/server/foundation/db/database.ts";

/**
 * A line that a program crosses each time it calls the database or another port. At one crossing it breaks: that call
 * throws and so does every later one, as when a process dies there.
 */
export interface FaultLine {
  /** How often it was crossed. */
  readonly crossings: number;
  readonly isBroken: boolean;
  /** The call in which it broke. */
  readonly brokeIn: string | null;
  cross(call: string): void;
  /** The same port, with each of its functions crossing the line first. */
  ports<Port extends object>(port: Port): Port;
}

class Fault extends Error {
  override readonly name = "Fault";
}

export function faultLine(breakAt = Number.POSITIVE_INFINITY): FaultLine {
  let crossings = 0;
  let brokeIn: string | null = null;
  const line = {
    get crossings() {
      return crossings;
    },
    get isBroken() {
      return brokeIn !== null;
    },
    get brokeIn() {
      return brokeIn;
    },
    cross(call: string) {
      crossings++;
      if (crossings === breakAt) brokeIn = call;
      if (brokeIn !== null) throw new Fault(`broke in ${brokeIn}`);
    },
    ports: <Port extends object>(port: Port): Port =>
      new Proxy(port, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== "function") return value;
          return (...args: unknown[]): unknown => {
            line.cross(String(name));
            return Reflect.apply(value, target, args);
          };
        },
      }),
  };
  return line;
}

const queries = new Set<string | symbol>(["execute", "select", "insert", "update"]);

/**
 * The same database with a fault line before each query and around each commit: a transaction may break before it
 * begins, in between, before its commit and after it.
 */
export function faulty(db: Db, line: FaultLine): Db {
  return crossing(db, line, {
    transaction: async (work: (tx: Tx) => Promise<unknown>) => {
      line.cross("begin");
      const value = await db.transaction(async (tx) => {
        const result = await work(crossing(tx, line, {}));
        line.cross("commit");
        return result;
      });
      line.cross("committed");
      return value;
    },
  });
}

function crossing<Target extends object>(
  target: Target,
  line: FaultLine,
  own: Record<string, unknown>,
): Target {
  return new Proxy(target, {
    get(_target, name) {
      if (typeof name === "string" && name in own) return own[name];
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (queries.has(name)) line.cross(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });
}
