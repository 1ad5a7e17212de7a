import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { apiPagePolicy } from "./content-security.ts";
import { DAY_S } from "../../../domain/utc-day.ts";

const SCRIPT_PATH = "/api/docs/redoc.js";
const STYLE_PATH = "/api/docs/page.css";

/** Redoc finds its element and draws the document into it. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Furlong API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${STYLE_PATH}" />
  </head>
  <body>
    <noscript>This page is drawn in the browser. The document itself: <a href="/api/openapi.json">openapi.json</a></noscript>
    <redoc spec-url="/api/openapi.json" required-props-first="true" sort-props-alphabetically="true"></redoc>
    <script src="${SCRIPT_PATH}"></script>
  </body>
</html>
`;

/** The OpenAPI document as a page, drawn by Redoc, which is served from here: nothing is loaded from other sites. */
export function registerApiPage(app: FastifyInstance): void {
  const script = onFirstUse(readScript);
  app.get("/api/docs", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header("content-security-policy", apiPagePolicy)
      .type("text/html; charset=utf-8")
      .send(PAGE),
  );
  // A separate file, since the policy allows no inline styles.
  app.get(STYLE_PATH, async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send("body{margin:0}"),
  );
  app.get(SCRIPT_PATH, async (request, reply) => {
    const { plain, brotli } = await script();
    reply
      .header("cache-control", `public, max-age=${DAY_S}`)
      .header("vary", "accept-encoding")
      .type("text/javascript; charset=utf-8");
    // Compressed once, not for each request.
    return takesBrotli(request) ? reply.header("content-encoding", "br").send(brotli) : reply.send(plain);
  });
}

const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  /\bbr\b/.test(String(headers["accept-encoding"] ?? ""));

async function readScript(): Promise<{ readonly plain: Buffer; readonly brotli: Buffer }> {
  const require = createRequire(import.meta.url);
  const plain = await readFile(require.resolve("redoc/bundles/redoc.standalone.js"));
  return { plain, brotli: await promisify(brotliCompress)(plain) };
}

function onFirstUse<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
}
