import { connect, type Socket } from "node:net";

interface Exchange {
  /** What to send, one write after the other. */
  readonly send: readonly (string | Uint8Array)[];
  /** Between two writes. */
  readonly everyMs?: number;
  /** Give up and hang up after this time; the answer is what was received until then. */
  readonly patienceMs?: number;
}

interface Heard {
  readonly text: string;
  /** The server closed the connection, not this client. */
  readonly wasClosed: boolean;
  readonly afterMs: number;
}

/** Sends bytes as they are and listens until the server hangs up or `patienceMs` is over. */
export function plainTcp(port: number, { send, everyMs = 0, patienceMs = 3_000 }: Exchange): Promise<Heard> {
  return new Promise((resolve) => {
    const began = Date.now();
    let text = "";
    let isOver = false;
    const socket = connect(port, "127.0.0.1");
    const end = (wasClosed: boolean) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(patience);
      socket.destroy();
      resolve({ text, wasClosed, afterMs: Date.now() - began });
    };
    const patience = setTimeout(() => end(false), patienceMs);
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => end(true));
    socket.on("close", () => end(true));
    void writeAll(socket, send, everyMs);
  });
}

async function writeAll(socket: Socket, parts: Exchange["send"], everyMs: number) {
  for (const part of parts) {
    if (socket.destroyed) return;
    socket.write(part);
    if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Sends bytes and immediately hangs up with a reset, as a crashed client does. */
export function sendAndReset(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 50));
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
}
