import type { ServerProcess } from "../test/server-process.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves the moment the server's log says so. */
const said = (server: ServerProcess, matches: (entry: Record<string, unknown>) => boolean) =>
  new Promise<void>((resolve) =>
    server.onLine((line) => {
      if (line.startsWith("{") && matches(JSON.parse(line))) resolve();
    }),
  );

const raceMoved = (server: ServerProcess, to: string) =>
  said(server, (entry) => entry["msg"] === "race moved" && entry["to"] === to);

/** Named moments at which the process dies; each resolves when the moment has come. */
export const killPoints = {
  /** Somewhere between the first prepared bet and the last confirmed one. */
  async betting(server: ServerProcess) {
    await said(server, (entry) => entry["msg"] === "call" && entry["call"] === "prepareBet");
    await pause(Math.random() * 400);
  },
  /** Betting has closed and the beacon is awaited. */
  lock: (server: ServerProcess) => raceMoved(server, "locked"),
  /** The horses run. */
  async race(server: ServerProcess) {
    await raceMoved(server, "running");
    await pause(Math.random() * 8_000);
  },
  /** The settlement is being written; its transaction is not committed. */
  settlement: (server: ServerProcess) => said(server, (entry) => entry["msg"] === "settling race"),
  /** A payout is signed and stored; whether it was sent is not known. */
  payouts: (server: ServerProcess) =>
    said(server, (entry) => entry["msg"] === "payment signed" && entry["kind"] === "payout"),
};

export type KillPoint = keyof typeof killPoints;
