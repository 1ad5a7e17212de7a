import { Socket } from "node:net";
import type { Clock } from "../ports.ts";

/** What every statement fails with while Postgres is silent; `isUnavailable` knows it. */
export const SAYS_NOTHING = "Postgres says nothing";

const LOOK_EVERY_MS = 1_000;
/** So many looks in a row without a byte are silence. */
const QUIET_LOOKS = 3;
/** After so many a question is given up, though something comes over other connections. */
const LOOKS = 10;

/** All connections to one Postgres server (rule OPERATE-16). */
export interface Connections {
  /** For a question whether it answers: connects even while it is silent. */
  readonly openSocket: () => Socket;
  /** While it is silent, a socket that fails instead of connecting. */
  readonly openUnlessSilent: () => Socket;
  /** How much has come over all connections so far. */
  readonly bytesRead: () => number;
  readonly isSilent: () => boolean;
  /** Ends every connection when it is silent, so that whoever waits for an answer fails. */
  readonly setSilent: (isSilent: boolean) => void;
}

export function openConnections(): Connections {
  const open = new Set<Socket>();
  let closedBytes = 0;
  let isSilent = false;
  const fail = (socket: Socket) => void socket.destroy(new Error(SAYS_NOTHING));
  const openSocket = () => {
    const socket = new Socket();
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      closedBytes += socket.bytesRead;
    });
    return socket;
  };
  return {
    openSocket,
    openUnlessSilent() {
      const socket = openSocket();
      if (isSilent) {
        socket.connect = () => {
          fail(socket);
          return socket;
        };
      }
      return socket;
    },
    bytesRead: () => [...open].reduce((sum, { bytesRead }) => sum + bytesRead, closedBytes),
    isSilent: () => isSilent,
    setSilent(now) {
      isSilent = now;
      if (now) open.forEach(fail);
    },
  };
}

/**
 * Waits for the answer to a question that Postgres answers at once, however long its statements take; a refusal is an
 * answer too. Resolves with false when there was none: Postgres is silent when nothing came over any connection for
 * three seconds.
 *
 * The time passes in steps, between which what has arrived is read: a process that stalled does not take its own pause
 * for silence.
 */
export async function hearAnswer(
  clock: Clock,
  connections: Pick<Connections, "bytesRead" | "setSilent">,
  answer: Promise<unknown>,
): Promise<boolean> {
  const answered = new AbortController();
  const { signal } = answered;
  const end = () => answered.abort();
  answer.then(end, end);
  let quiet = 0;
  for (let look = 0; quiet < QUIET_LOOKS && (look < LOOKS || quiet > 0) && !signal.aborted; look += 1) {
    const before = connections.bytesRead();
    await clock.sleep(LOOK_EVERY_MS, signal);
    quiet = connections.bytesRead() === before ? quiet + 1 : 0;
    if (quiet === 0) connections.setSilent(false);
  }
  if (signal.aborted) connections.setSilent(false);
  else if (quiet === QUIET_LOOKS) connections.setSilent(true);
  return signal.aborted;
}
