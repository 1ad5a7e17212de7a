import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A network between a browser and a server that can fail silently. */
export interface Relay {
  readonly url: string;
  /** From now on nothing gets through, and nobody is notified: connections stay open, new ones are not answered. */
  cut(): void;
  /** Restores the network; what was on its way arrives. */
  mend(): void;
  close(): Promise<void>;
}

/** Forwards TCP connections to a port of this machine. */
export async function openRelay(port: number): Promise<Relay> {
  const open = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket, other: Socket) => {
    open.add(socket);
    if (isCut) socket.pause();
    socket.on("data", (chunk) => other.write(chunk));
    socket.on("end", () => other.end());
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
    mend() {
      isCut = false;
      for (const socket of open) socket.resume();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
