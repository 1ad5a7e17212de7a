import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

const YEAR_S = 365 * 24 * 3600;
/** A file of many megabytes takes its time on a slow line; other answers have that of every call. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;

/** A file that the product holds itself, apart from the built web app. */
export type StoredFile = StoredPicture | StoredArchive;

export interface StoredPicture {
  readonly type: "image/webp";
  readonly content: Uint8Array;
}

/** A file of any size, stored as a gzip stream. */
interface StoredArchive {
  readonly type: "application/x-ndjson";
  /** Of its content, however it is sent. */
  readonly etag: string;
  readonly gzip: { readonly bytes: number; readonly read: () => AsyncIterable<Uint8Array> };
}

/** Files of a feature under one path; names never come back with another content. */
export interface StoredFiles {
  readonly path: `/${string}`;
  /** Null: there is none of this name, which may be anything that a path can hold. */
  readonly read: (name: string) => Promise<StoredFile | null>;
}

/** Even if a browser took a picture for a page, it could do nothing (rules LIMITS-6 and EMOTE-9). */
const FILE_POLICY = "default-src 'none'; sandbox";

/** Serves the features' files, cached for good; `nosniff` comes with the headers of every answer. */
export function registerStoredFiles(
  app: FastifyInstance,
  files: readonly StoredFiles[],
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  for (const { path, read } of files) {
    const route = { handlerTimeout: DOWNLOAD_TIMEOUT_MS };
    app.get<{ Params: { name: string } }>(`${path}/:name`, route, async (request, reply) => {
      const file = await read(request.params.name);
      if (file === null) return notFound(request, reply);
      void reply
        .header("cache-control", `public, max-age=${YEAR_S}, immutable`)
        .header("content-security-policy", FILE_POLICY)
        .type(file.type);
      if ("gzip" in file) return sendArchive(request, reply, file);
      return reply.send(Buffer.from(file.content.buffer, file.content.byteOffset, file.content.length));
    });
  }
}

/** As it is stored, or unpacked in the thread pool for who does not take gzip; nothing to who has it (rule EXPORT-6). */
function sendArchive(request: FastifyRequest, reply: FastifyReply, { etag, gzip }: StoredArchive) {
  const { "if-none-match": known = "", "accept-encoding": accepted = "" } = request.headers;
  const tag = `W/"${etag}"`;
  void reply.header("etag", tag).header("vary", "accept-encoding");
  if (known === "*" || known.split(",").some((one) => one.trim() === tag)) return reply.code(304).send();
  const takesGzip = takesEncoding(accepted, "gzip");
  if (takesGzip) void reply.header("content-encoding", "gzip").header("content-length", gzip.bytes);
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  const stored = Readable.from(gzip.read());
  const content = takesGzip ? stored : stored.pipe(createGunzip());
  if (content !== stored) {
    stored.on("error", (error) => content.destroy(error));
    content.on("close", () => stored.destroy());
  }
  // Before the first byte it becomes a refusal, which is not what these headers tell of.
  content.on("error", () => {
    for (const name of ["etag", "content-encoding", "content-length"]) reply.removeHeader(name);
    void reply.header("cache-control", "no-store");
  });
  return reply.send(content);
}

/** By the header's words and their weights (RFC 9110, 12.5.3); a client that names none gets the content as it is. */
function takesEncoding(accepted: string, encoding: string): boolean {
  const weights = new Map(
    accepted.split(",").map((one) => {
      const [name = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return [name, Number(weight)] as const;
    }),
  );
  return (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
}
