import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const YEAR_S = 365 * 24 * 3600;

/** A file that the product holds itself, apart from the built web app. */
export interface StoredFile {
  readonly type: "image/webp";
  readonly content: Uint8Array;
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
    app.get<{ Params: { name: string } }>(`${path}/:name`, async (request, reply) => {
      const file = await read(request.params.name);
      if (file === null) return notFound(request, reply);
      return reply
        .header("cache-control", `public, max-age=${YEAR_S}, immutable`)
        .header("content-security-policy", FILE_POLICY)
        .type(file.type)
        .send(Buffer.from(file.content.buffer, file.content.byteOffset, file.content.length));
    });
  }
}
