import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { DAY_S } from "../../../domain/utc-day.ts";

const FOR_EVER = `public, max-age=${365 * DAY_S}, immutable`;
const MOMENT_S = 2;
/** A file of many megabytes takes time on a slow connection; other responses have the timeout of every call. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;

/** A file that the product stores itself, apart from the built web app. */
export type StoredFile = StoredPicture | StoredArchive | StoredBytes | StoredText;

export interface StoredPicture {
  readonly type: "image/webp";
  readonly content: Uint8Array;
}

/** A file of any size, stored as a gzip stream. */
interface StoredArchive {
  readonly type: "application/x-ndjson";
  /** ETag of the content, whichever encoding is sent. */
  readonly etag: string;
  readonly gzip: { readonly bytes: number; readonly read: () => AsyncIterable<Uint8Array> };
}

/** A file that is sent as it is stored. One that is gzip is sent so to every client, as its format demands or allows. */
interface StoredBytes {
  readonly type: "application/octet-stream";
  readonly content: Uint8Array;
  readonly encoding: "gzip" | null;
}

/** The only file whose content changes: nobody keeps it for longer than a moment. */
interface StoredText {
  readonly type: "text/plain; charset=utf-8";
  readonly content: string;
}

/** Files of a feature under one path; except for a text, a name is never reused for other content. */
export interface StoredFiles {
  readonly path: `/${string}`;
  /** Pages of every origin may read them. */
  readonly forAnyOrigin?: boolean;
  /** Null when no file has this name, which may be anything that a path can contain, slashes included. */
  readonly read: (name: string) => Promise<StoredFile | null>;
}

/** Even if a browser treated a picture as a page, it could do nothing (rules LIMITS-6 and EMOTE-9). */
const FILE_POLICY = "default-src 'none'; sandbox";

/** Serves the features' files, cached permanently; `nosniff` comes with the headers of every response. */
export function registerStoredFiles(
  app: FastifyInstance,
  files: readonly StoredFiles[],
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  for (const { path, forAnyOrigin = false, read } of files) {
    const route = { handlerTimeout: DOWNLOAD_TIMEOUT_MS };
    app.get<{ Params: { "*": string } }>(`${path}/*`, route, async (request, reply) => {
      if (forAnyOrigin) {
        void reply
          .header("access-control-allow-origin", "*")
          .header("cross-origin-resource-policy", "cross-origin");
      }
      const file = await read(request.params["*"]);
      if (file === null) return notFound(request, reply);
      const isText = file.type === "text/plain; charset=utf-8";
      void reply
        .header("cache-control", isText ? `public, max-age=${MOMENT_S}` : FOR_EVER)
        .header("content-security-policy", FILE_POLICY)
        .type(file.type);
      if (isText) return reply.send(file.content);
      if ("gzip" in file) return sendArchive(request, reply, file);
      if ("encoding" in file && file.encoding !== null) void reply.header("content-encoding", file.encoding);
      return reply.send(Buffer.from(file.content.buffer, file.content.byteOffset, file.content.length));
    });
  }
}

/**
 * Sent as stored, or decompressed in the thread pool for clients that do not accept gzip; 304 for clients that have it
 * (rule EXPORT-6).
 */
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
  // An error before the first byte becomes a refusal, which these headers do not describe.
  content.on("error", () => {
    for (const name of ["etag", "content-encoding", "content-length"]) reply.removeHeader(name);
    void reply.header("cache-control", "no-store");
  });
  return reply.send(content);
}

/**
 * Evaluates the header's names and their weights (RFC 9110, 12.5.3); a client that names none gets the content
 * unencoded.
 */
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
