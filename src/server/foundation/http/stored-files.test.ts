import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, it } from "vitest";
import { registerStoredFiles } from "./stored-files.ts";

const content = "a line\n".repeat(1_000);

/** Pieces that arrive more slowly than a call may take. */
async function* slowly(packed: Buffer) {
  for (let from = 0; from < packed.length; from += 20) {
    await setTimeout(40);
    yield packed.subarray(from, from + 20);
  }
}

const failing = (): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("The database is gone")) }),
});

async function serve(read: () => AsyncIterable<Uint8Array>) {
  const app = fastify({ handlerTimeout: 100 });
  const packed = gzipSync(content);
  const file = {
    type: "application/x-ndjson" as const,
    etag: "e",
    gzip: { bytes: packed.length, read },
  };
  registerStoredFiles(app, [{ path: "/files", read: async () => file }], (_request, reply) =>
    reply.code(404),
  );
  const url = await app.listen({ port: 0 });
  return { app, get: (headers: Record<string, string>) => fetch(`${url}/files/one`, { headers }) };
}

it.each(["gzip", "identity"])("EXPORT-6 a file may take longer than a call, as %s", async (encoding) => {
  const { app, get } = await serve(() => slowly(gzipSync(content)));
  expect(await (await get({ "accept-encoding": encoding })).text()).toBe(content);
  await app.close();
});

it("EXPORT-6 one that breaks off is no whole file", async () => {
  const { app, get } = await serve(async function* () {
    yield gzipSync(content).subarray(0, 30);
    await setTimeout(20);
    throw new Error("The database is gone");
  });
  const answer = await get({ "accept-encoding": "gzip" });
  await expect(answer.text()).rejects.toThrow("terminated");
  await app.close();
});

it.each(["gzip", "identity"])(
  "EXPORT-6 one that cannot be read is refused, and nobody keeps that, as %s",
  async (encoding) => {
    const { app, get } = await serve(failing);
    const answer = await get({ "accept-encoding": encoding });
    expect(answer.status).toBe(500);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ "cache-control": "no-store" });
    expect(answer.headers.get("etag")).toBeNull();
    expect(await answer.json()).toMatchObject({ message: "The database is gone" });
    await app.close();
  },
);
