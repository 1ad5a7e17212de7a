import {
  type CallerClass,
  callerClasses,
  currentCaller,
  type PlayerRequest,
  type PlayerShare,
} from "../foundation/chain/caller.ts";
import { type Clock, NoRoom } from "../foundation/ports.ts";

/** How many calls a node may receive in ten seconds, by the way public nodes count. */
export interface NodeBudget {
  readonly calls: number;
  readonly callsOfOneMethod: number;
}

interface Options {
  readonly budget: NodeBudget;
  readonly clock: Clock;
  readonly shareOf: (request: PlayerRequest) => Promise<PlayerShare>;
}

/** The calls to a node that wait until its budget has room for them (rule LIMITS-41). */
export interface CallQueue {
  /**
   * Resolves when the call may be sent.
   *
   * @throws NoRoom when its line is full, when a player's call found no room in time, or when the signal
   *   aborts.
   */
  turn(method: string, signal?: AbortSignal): Promise<void>;
  /** Sends nothing before that time. */
  pauseUntil(atMs: number): void;
  /** How many calls wait, by class. */
  waiting(): ReadonlyMap<CallerClass, number>;
}

/** One second longer than the node's ten, because calls may be delayed differently on their way. */
export const WINDOW_MS = 11_000;
/** What found no room within a window gets the next one, but the node needs time for its answer too. */
const PLAYERS_WAIT_MS = WINDOW_MS + 2_000;
/** Parts of the budget that a class may use; so at least three tenths are always left to the house. */
const PLAYERS_SHARE = 0.5;
const STRANGERS_SHARE = PLAYERS_SHARE / 2;
const COMFORT_SHARE = 0.2;
/** Of a share, the part that calls may use that come after all others: payments find the rest. */
const LAST_SHARE = 0.5;
/** Bounds the memory that callers from many addresses take. */
const MAX_STRANGERS_WAITING = 1_000;

/** Whose calls are counted together. */
type Kind = "house" | "comfort" | "proven" | "stranger" | "last proven" | "last stranger";

/** The counts that a kind's calls belong to, each with its part of the budget. */
const countsOf: Readonly<Record<Kind, readonly (readonly [name: string, part: number])[]>> = {
  house: [["all", 1]],
  comfort: [
    ["all", 1],
    ["comfort", COMFORT_SHARE],
  ],
  proven: [
    ["all", 1],
    ["players", PLAYERS_SHARE],
  ],
  stranger: [
    ["all", 1],
    ["players", PLAYERS_SHARE],
    ["strangers", STRANGERS_SHARE],
  ],
  "last proven": [
    ["all", 1],
    ["players", PLAYERS_SHARE],
    ["last players", PLAYERS_SHARE * LAST_SHARE],
  ],
  "last stranger": [
    ["all", 1],
    ["players", PLAYERS_SHARE],
    ["strangers", STRANGERS_SHARE],
    ["last strangers", STRANGERS_SHARE * LAST_SHARE],
  ],
};

interface Waiting {
  readonly method: string;
  readonly kind: Kind;
  /** A player's call is given up then. */
  readonly untilMs: number;
  readonly admit: () => void;
  readonly giveUp: () => void;
}

function kindOf(caller: ReturnType<typeof currentCaller>, share: PlayerShare | null): Kind {
  if (caller.kind !== "player") return caller.kind;
  const kind = share?.isProven === true ? "proven" : "stranger";
  return share?.isLast === true || caller.canWait ? `last ${kind}` : kind;
}

const isLastKind = (kind: Kind): boolean => kind.startsWith("last ");
const isStrangers = (kind: Kind): boolean => kind.endsWith("stranger");

const partOf = (calls: number, part: number): number => Math.max(1, Math.floor(calls * part));

/**
 * Calls of the house are sent before all others, each method separately. Players have a share of their own, in which
 * their lines take turns, one call each; what can wait has a small one. So what players ask never takes room that the
 * house needs, and no line of players keeps another one from its turn.
 */
export function callQueue({ budget, clock, shareOf }: Options): CallQueue {
  /** When calls were sent, by what they count for; older than a window only until the next count. */
  const sent = new Map<string, number[]>();
  const ofHouse: Waiting[] = [];
  const ofComfort: Waiting[] = [];
  /** The line whose turn is next comes first. */
  const ofPlayers = new Map<string, Waiting[]>();
  const maxOfLine = partOf(budget.calls, STRANGERS_SHARE);
  let strangersWaiting = 0;
  let pausedUntilMs = 0;
  let wakesAtMs = Number.POSITIVE_INFINITY;

  /** When there is room for a call; now or in the past if there is room already. */
  function roomAt({ method, kind }: Pick<Waiting, "method" | "kind">): number {
    let atMs = pausedUntilMs;
    for (const [name, part] of countsOf[kind]) {
      for (const [count, limit] of [
        [name, budget.calls],
        [`${name} ${method}`, budget.callsOfOneMethod],
      ] as const) {
        const filledMs = sent.get(count)?.at(-partOf(limit, part));
        if (filledMs !== undefined) atMs = Math.max(atMs, filledMs + WINDOW_MS);
      }
    }
    return atMs;
  }

  function countSent({ method, kind }: Pick<Waiting, "method" | "kind">, nowMs: number) {
    for (const [name] of countsOf[kind]) {
      for (const count of [name, `${name} ${method}`]) {
        const times = sent.get(count) ?? [];
        while (times[0] !== undefined && times[0] + WINDOW_MS <= nowMs) times.shift();
        times.push(nowMs);
        sent.set(count, times);
      }
    }
  }

  const hasRoom = (call: Waiting, nowMs: number) => roomAt(call) <= nowMs;

  /** Sends the first call of the line for which there is room, if any. */
  function admitFrom(line: Waiting[], nowMs: number, mayPass: (call: Waiting) => boolean = () => true) {
    const call = line.find((one) => mayPass(one) && hasRoom(one, nowMs));
    if (call === undefined) return false;
    countSent(call, nowMs);
    call.admit();
    return true;
  }

  function admitPlayers(isLast: boolean, nowMs: number) {
    for (let wasAdmitted = true; wasAdmitted;) {
      wasAdmitted = false;
      // A copy, because a line that had its turn goes to the end.
      for (const [key, line] of Array.from(ofPlayers)) {
        if (!admitFrom(line, nowMs, ({ kind }) => isLastKind(kind) === isLast)) continue;
        wasAdmitted = true;
        if (ofPlayers.delete(key) && line.length > 0) ofPlayers.set(key, line);
      }
    }
  }

  const allWaiting = () => [...ofHouse, ...ofComfort, ...[...ofPlayers.values()].flat()];

  function admitWaiting() {
    const nowMs = clock.now();
    wakesAtMs = Number.POSITIVE_INFINITY;
    while (admitFrom(ofHouse, nowMs));
    admitPlayers(false, nowMs);
    admitPlayers(true, nowMs);
    while (admitFrom(ofComfort, nowMs));
    for (const call of allWaiting()) if (call.untilMs <= nowMs) call.giveUp();
    const nextMs = allWaiting().reduce(
      (least, call) => Math.min(least, call.untilMs, roomAt(call)),
      Number.POSITIVE_INFINITY,
    );
    wakeAt(nextMs);
  }

  function wakeAt(atMs: number) {
    if (atMs >= wakesAtMs) return;
    wakesAtMs = atMs;
    void clock.sleep(Math.max(0, atMs - clock.now())).then(() => {
      if (wakesAtMs === atMs) admitWaiting();
    });
  }

  function lineOf(kind: Kind, key: string): Waiting[] {
    if (kind === "house") return ofHouse;
    if (kind === "comfort") return ofComfort;
    const line = ofPlayers.get(key) ?? [];
    const isFull =
      line.length >= maxOfLine || (isStrangers(kind) && strangersWaiting >= MAX_STRANGERS_WAITING);
    if (isFull) throw new NoRoom("too many calls of this player wait for the node");
    ofPlayers.set(key, line);
    return line;
  }

  function wait(about: Pick<Waiting, "method" | "kind">, key: string, signal?: AbortSignal) {
    const line = lineOf(about.kind, key);
    const isOfStranger = isStrangers(about.kind);
    const isPlayers = line !== ofHouse && line !== ofComfort;
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(call), 1);
        if (isOfStranger) strangersWaiting -= 1;
        if (isPlayers && line.length === 0) ofPlayers.delete(key);
        signal?.removeEventListener("abort", call.giveUp);
      };
      const call: Waiting = {
        ...about,
        untilMs: isPlayers ? clock.now() + PLAYERS_WAIT_MS : Number.POSITIVE_INFINITY,
        admit() {
          leave();
          resolve();
        },
        giveUp() {
          leave();
          reject(new NoRoom(`${about.method} found no room in the budget of calls`));
        },
      };
      line.push(call);
      if (isOfStranger) strangersWaiting += 1;
      signal?.addEventListener("abort", call.giveUp, { once: true });
      wakeAt(Math.min(roomAt(call), call.untilMs));
    });
  }

  return {
    async turn(method, signal) {
      const caller = currentCaller();
      const share = caller.kind === "player" ? await shareOf(caller.request) : null;
      const about = { method, kind: kindOf(caller, share) };
      if (signal?.aborted) throw new NoRoom(`${method} found no room in the budget of calls`);
      // What has waited is not overtaken by what comes just when there is room.
      if (clock.now() >= wakesAtMs) admitWaiting();
      const nowMs = clock.now();
      if (roomAt(about) > nowMs) return wait(about, share?.key ?? "", signal);
      countSent(about, nowMs);
    },
    pauseUntil(atMs) {
      pausedUntilMs = Math.max(pausedUntilMs, atMs);
    },
    waiting() {
      const count = (lines: Iterable<readonly Waiting[]>) =>
        [...lines].reduce((sum, { length }) => sum + length, 0);
      const counts = { house: ofHouse.length, comfort: ofComfort.length, player: count(ofPlayers.values()) };
      return new Map(callerClasses.map((one) => [one, counts[one]]));
    },
  };
}
