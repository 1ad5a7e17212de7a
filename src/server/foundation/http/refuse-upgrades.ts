import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { writeRefusal } from "../../../contract/wire/wire.ts";
import { refuse } from "../../../domain/result.ts";

/**
 * Answers 404 to a WebSocket, or another upgrade, on a path that takes none. Otherwise Node leaves such a connection
 * open without an answer as soon as anything listens for upgrades.
 *
 * @param taken the paths that have a listener of their own
 */
export function refuseOtherUpgrades(server: Server, taken: RegExp): void {
  const { status, body } = writeRefusal(refuse("NOT_FOUND"));
  const text = JSON.stringify(body);
  const answer = [
    `HTTP/1.1 ${status} Not Found`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "",
    text,
  ].join("\r\n");
  server.on("upgrade", ({ url = "" }: IncomingMessage, stream: Duplex) => {
    if (!taken.test(url.split("?")[0] ?? "")) stream.end(answer);
  });
}
