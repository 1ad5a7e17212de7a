// Loaded into a server with `--import`: counts the statements that it sends to its database, of either kind. On SIGUSR2
// it writes the counts since the last time, and its memory, to the given file.
import { writeFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";

const PARSE = "P".charCodeAt(0);
const SIMPLE_QUERY = "Q".charCodeAt(0);
const HEADER_BYTES = 5;
/** @type {Map<string, number>} */
let counts = new Map();

/** @param {string} text */
const count = (text) => counts.set(text, (counts.get(text) ?? 0) + 1);

/** @param {Uint8Array} bytes @param {number} from */
const textAt = (bytes, from) => Buffer.from(bytes.subarray(from, bytes.indexOf(0, from))).toString("utf8");

// oxlint-disable-next-line typescript/unbound-method -- the proxy passes on whose method it is
pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(query, client, given) {
    count(typeof given[0] === "string" ? given[0] : given[0].text);
    return Reflect.apply(query, client, given);
  },
});

// oxlint-disable-next-line typescript/unbound-method -- as above
PGlite.prototype.execProtocolRawSync = new Proxy(PGlite.prototype.execProtocolRawSync, {
  apply(execute, pglite, [message]) {
    // The name of the statement, which is empty, is followed by its text.
    if (message[0] === PARSE) count(textAt(message, HEADER_BYTES + 1));
    if (message[0] === SIMPLE_QUERY) count(textAt(message, HEADER_BYTES));
    return Reflect.apply(execute, pglite, [message]);
  },
});

process.on("SIGUSR2", () => {
  const told = { statements: [...counts], memory: process.memoryUsage() };
  counts = new Map();
  writeFileSync(process.env["IDLE_COUNTS_FILE"] ?? "", JSON.stringify(told));
});
