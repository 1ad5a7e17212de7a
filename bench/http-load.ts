import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../tests/support/server-process.ts";
import { until } from "../tests/support/until.ts";
import { processorSeconds } from "./processor-time.ts";

/**
 * What a server answered to this many connections, each of which sent its next request as soon as it had its last
 * answer.
 */
export interface Measured {
  readonly perSecond: number;
  readonly tookMs: readonly number[];
  readonly statuses: ReadonlyMap<number, number>;
  /** The server's processor time per answer, in microseconds. */
  readonly processorUs: number;
  readonly lastAnswer: string;
}

interface Load {
  readonly port: number;
  /** Process id of the server. */
  readonly pid: number;
  readonly connections: number;
  readonly seconds: number;
  /** The next request of a connection, exactly as it is written to the socket. */
  readonly request: (connection: number) => string;
}

/** A separate address for each connection, since a server counts requests per address. */
const addressOf = (connection: number) => `127.0.0.${(connection % 250) + 2}`;

export const requestText = (
  method: "GET" | "POST",
  path: string,
  { cookie, body, headers = {} }: { cookie?: string; body?: unknown; headers?: Record<string, string> } = {},
): string => {
  const sent = body === undefined ? "" : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(body === undefined
      ? []
      : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(sent)}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${sent}`;
};

/** Sends requests without a library, so that the client takes little of the machine compared with the server. */
export async function measureHttp({ port, pid, connections, seconds, request }: Load): Promise<Measured> {
  const tookMs: number[] = [];
  const statuses = new Map<number, number>();
  let lastAnswer = "";
  let isOver = false;
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, at) => openSocket(port, addressOf(at))),
  );
  const ask = async (socket: Socket, at: number) => {
    const next = answersOf(socket);
    while (!isOver) {
      const from = performance.now();
      socket.write(request(at));
      const { status, body } = await next();
      tookMs.push(performance.now() - from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      lastAnswer = body;
    }
  };
  const [processor, began] = [processorSeconds(pid), performance.now()];
  const asking = sockets.map(ask);
  await pause(seconds * 1000);
  isOver = true;
  await Promise.all(asking);
  const took = (performance.now() - began) / 1000;
  const processorUs = ((processorSeconds(pid) - processor) * 1_000_000) / tookMs.length;
  for (const socket of sockets) socket.destroy();
  return { perSecond: tookMs.length / took, tookMs, statuses, processorUs, lastAnswer };
}

function openSocket(port: number, localAddress: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress, noDelay: true });
    socket.once("connect", () => resolve(socket)).once("error", reject);
  });
}

interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** Reads answers with a Content-Length, one at a time. */
function answersOf(socket: Socket): () => Promise<HttpAnswer> {
  let buffered = Buffer.alloc(0);
  let waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | null = null;
  socket.on("data", (data) => {
    buffered = buffered.length === 0 ? data : Buffer.concat([buffered, data]);
    const end = buffered.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = buffered.toString("latin1", 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (Number.isNaN(length)) return waiting?.reject(new Error(`without a length: ${head}`));
    if (buffered.length < end + 4 + length) return;
    const body = buffered.toString("utf8", end + 4, end + 4 + length);
    buffered = buffered.subarray(end + 4 + length);
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  });
  socket.on("close", () => waiting?.reject(new Error("the server closed a connection")));
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
    });
}

export interface BareServer {
  readonly port: number;
  readonly pid: number;
  readonly stop: () => void;
}

/** Nothing but Fastify, in its own process, which answers every request with these bytes. */
export async function startBareServer(answer: string, status = 200): Promise<BareServer> {
  const port = await freePort();
  const program = [join(import.meta.dirname, "http-load/bare.mjs"), String(port), String(status)];
  const child = spawn(process.execPath, program, { stdio: ["pipe", "inherit", "inherit"] });
  child.stdin.end(answer);
  await until("the bare server", async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok);
  return { port, pid: child.pid ?? 0, stop: () => void child.kill("SIGTERM") };
}
