import type { Player } from "../../tests/support/player.ts";

export interface CallTimes {
  readonly what: string;
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
  readonly asked: number;
  /** Of those, the number refused because the server was too busy. */
  readonly refused: number;
}

interface Asked {
  readonly what: string;
  readonly beganMs: number;
  endedMs: number | null;
  isRefused: boolean;
}

/**
 * Calls the server this many times a second, whether or not earlier calls were answered; `stop` returns how long the
 * calls took that began at that time or later, in milliseconds since the epoch.
 */
export function askMeanwhile(
  url: string,
  winner: Player,
  callsASecond: number,
): { readonly stop: (sinceMs: number) => readonly CallTimes[] } {
  const ownly = { cookie: winner.cookieHeader() };
  const calls: readonly (readonly [string, string, Record<string, string>])[] = [
    ["the open race", "/api/races/active", {}],
    ["past races", "/api/races", {}],
    ["where the own payout stands", "/api/wallet/payments", ownly],
    ["the own notifications", `/api/notifications/${winner.address}`, ownly],
    ["health", "/api/health/live", {}],
  ];
  const asked: Asked[] = [];
  let turn = 0;
  const timer = setInterval(() => {
    const call = calls[turn % calls.length];
    turn += 1;
    if (call === undefined) return;
    const [what, path, headers] = call;
    const one: Asked = { what, beganMs: Date.now(), endedMs: null, isRefused: false };
    asked.push(one);
    fetch(`${url}${path}`, { headers })
      .then(async (answer) => {
        await answer.text();
        one.isRefused = !answer.ok;
        one.endedMs = Date.now();
      })
      // The server has stopped.
      .catch((error: unknown) => void (error instanceof TypeError || console.error(error)));
  }, 1_000 / callsASecond);
  return {
    stop(sinceMs) {
      clearInterval(timer);
      const nowMs = Date.now();
      return calls.map(([what]) => {
        const counted = asked.filter((one) => one.what === what && one.beganMs >= sinceMs);
        const sorted = counted
          .map(({ beganMs, endedMs }) => (endedMs ?? nowMs) - beganMs)
          .toSorted((one, other) => one - other);
        const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
        return {
          what,
          p50: at(0.5),
          p95: at(0.95),
          most: at(1),
          asked: counted.length,
          refused: counted.filter(({ isRefused }) => isRefused).length,
        };
      });
    },
  };
}
