import { describe, expect, it } from "vitest";
import { openLog } from "./log.ts";

describe("the log", () => {
  it("MONEY-18 FAIR-8 holds no secret, wherever in an object it stands", () => {
    const lines: string[] = [];
    const log = openLog("debug", { write: (line: string) => void lines.push(line) });
    const secrets = {
      cookie: "s3cret",
      authorization: "s3cret",
      masterPassword: "s3cret",
      privateKeyBase58: "s3cret",
      signedTransaction: "s3cret",
      serverSeed: "s3cret",
      server_seed: "s3cret",
      "set-cookie": "s3cret",
      "x-master-password": "s3cret",
    };
    log.info(secrets, "at the top");
    log.info({ request: { headers: secrets } }, "deeper");
    log.error({ a: { b: { c: secrets } } }, "as deep as it goes");
    const text = lines.join("");
    expect(text).not.toContain("s3cret");
    expect(text.match(/\[redacted\]/g)).toHaveLength(27);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", msg: "at the top" });
  });
});
