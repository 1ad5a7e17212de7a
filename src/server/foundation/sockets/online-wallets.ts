import { randomUUID } from "node:crypto";
import type { Server } from "socket.io";
import { encodeSocketEvent } from "../../../contract/wire/socket-events.ts";
import type { Clock } from "../ports.ts";
import { PLAYERS_ROOM } from "./broadcast.ts";

/** What instances send each other. A version counts the changes of the sender's own list. */
type Report =
  | { readonly kind: "list"; readonly from: string; readonly version: number; readonly wallets: string[] }
  | {
      readonly kind: "change";
      readonly from: string;
      readonly version: number;
      readonly came: string[];
      readonly went: string[];
    }
  | { readonly kind: "alive"; readonly from: string; readonly version: number }
  | { readonly kind: "asks"; readonly from: string; readonly whom: string | null }
  | { readonly kind: "ends"; readonly from: string };

export interface OnlineWallets {
  /** A socket of the wallet opened, or closed. */
  enter(wallet: string): void;
  leave(wallet: string): void;
  /** Distinct wallets with an open socket, on any instance. */
  count(): number;
  /**
   * Call it twice a second: reports to other instances and, when the number has changed, to the players of this one.
   */
  round(): void;
  /** Removes this instance from the others' count. */
  close(): void;
}

/** Rounds between two heartbeats. */
const ALIVE_EVERY = 6;
/** An instance that has been silent for this long has ended. */
const SILENCE_MS = 10_000;

interface Other {
  version: number;
  wallets: Set<string>;
  heardAt: number;
}

/**
 * Counts who is online across all instances: each sends the others its own changes, and its whole list to one that
 * missed something.
 */
export function onlineWallets({
  io,
  clock,
  isClustered,
}: {
  readonly io: Server;
  readonly clock: Clock;
  readonly isClustered: boolean;
}): OnlineWallets {
  const self = randomUUID();
  const sockets = new Map<string, number>();
  const others = new Map<string, Other>();
  let reported = new Set<string>();
  let version = 0;
  let rounds = 0;
  let lastCount = 0;

  const send = (report: Report) => {
    if (isClustered) io.serverSideEmit("online-wallets", report);
  };
  const sendList = () => send({ kind: "list", from: self, version, wallets: [...reported] });

  const hear = (report: Report) => {
    const { from, kind } = report;
    const known = others.get(from);
    if (known !== undefined) known.heardAt = clock.now();
    if (kind === "asks") {
      if (report.whom === null || report.whom === self) sendList();
      return;
    }
    if (kind === "ends") others.delete(from);
    else if (kind === "list") {
      others.set(from, {
        version: report.version,
        wallets: new Set(report.wallets),
        heardAt: clock.now(),
      });
    } else if (kind === "change" && known?.version === report.version - 1) {
      known.version = report.version;
      for (const wallet of report.came) known.wallets.add(wallet);
      for (const wallet of report.went) known.wallets.delete(wallet);
    } else if (known?.version !== report.version) send({ kind: "asks", from: self, whom: from });
    notifyPlayers();
  };
  if (isClustered) io.on("online-wallets", hear);

  const count = () => {
    if (others.size === 0) return sockets.size;
    const all = new Set(sockets.keys());
    for (const { wallets } of others.values()) for (const wallet of wallets) all.add(wallet);
    return all.size;
  };

  const notifyPlayers = () => {
    const now = count();
    if (now === lastCount) return;
    lastCount = now;
    io.local.to(PLAYERS_ROOM).emit("online-users", encodeSocketEvent("online-users", { count: now }));
  };

  const notifyOthers = () => {
    const came = [...sockets.keys()].filter((wallet) => !reported.has(wallet));
    const went = [...reported].filter((wallet) => !sockets.has(wallet));
    if (rounds === 0) send({ kind: "asks", from: self, whom: null });
    if (came.length + went.length > 0) {
      reported = new Set(sockets.keys());
      version += 1;
      send({ kind: "change", from: self, version, came, went });
    } else if (rounds % ALIVE_EVERY === 0) send({ kind: "alive", from: self, version });
    rounds += 1;
  };

  return {
    enter: (wallet) => void sockets.set(wallet, (sockets.get(wallet) ?? 0) + 1),
    leave(wallet) {
      const left = (sockets.get(wallet) ?? 1) - 1;
      if (left === 0) sockets.delete(wallet);
      else sockets.set(wallet, left);
    },
    count,
    round() {
      for (const [instance, { heardAt }] of others) {
        if (clock.now() - heardAt > SILENCE_MS) others.delete(instance);
      }
      if (isClustered) notifyOthers();
      notifyPlayers();
    },
    close: () => send({ kind: "ends", from: self }),
  };
}
