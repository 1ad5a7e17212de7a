import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A network between a caller and a server that can fail silently. */
export interface Relay {
  readonly url: string;
  /** From now on nothing gets through, and nobody is notified: connections stay open, new ones are not answered. */
  cut(): void;
  /** From now on each part of what is sent takes so long, one after the other. */
  slow(ms: number): void;
  /** Restores the network; what was on its way arrives. */
  mend(): void;
  close(): Promise<void>;
}

/** Forwards TCP connections to a port of this machine. */
export async function openRelay(port: number): Promise<Relay> {
  const open = new Set<Socket>();
  let isCut = false;
  let lateMs = 0;
  const keep = (socket: Socket, other: Socket) => {
    open.add(socket);
    if (isCut) socket.pause();
    let sent: Promise<unknown> = Promise.resolve();
    const inTurn = (send: () => void) => {
      sent = sent.then(() => (lateMs > 0 ? pause(lateMs) : undefined)).then(send);
    };
    socket.on("data", (chunk) => {
      inTurn(() => other.write(chunk));
    });
    socket.on("end", () => {
      inTurn(() => other.end());
    });
    socket.on("error", () => other.destroy());
    socket.on("close", () => {
      open.delete(socket);
      if (!isCut) other.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    keep(near, far);
    keep(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of open) socket.pause();
    },
    slow(ms) {
      lateMs = ms;
    },
    mend() {
      isCut = false;
      lateMs = 0;
      for (const socket of open) socket.resume();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
