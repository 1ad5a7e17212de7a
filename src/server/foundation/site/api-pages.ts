import type { FastifyInstance } from "fastify";
import { exportLineSchema } from "../../../contract/openapi/export-schema.ts";
import { documentAt, openApiDocument } from "../../../contract/openapi/document.ts";
import { registerApiPage } from "./api-page.ts";
import type { Cookies } from "../http/cookies.ts";
import type { SiteOf } from "../http/site.ts";

interface Ports {
  readonly version: string;
  readonly cookies: Cookies;
  readonly siteOf: SiteOf;
}

/** The API as an OpenAPI document and as a page generated from that document. */
export function registerApiPages(app: FastifyInstance, { version, cookies, siteOf }: Ports): void {
  const document = openApiDocument({
    version,
    serverUrl: "/",
    sessionCookie: cookies.session,
  });
  app.get("/api/openapi.json", async (request, reply) => {
    const url = siteOf(request.raw)?.origin ?? "/";
    return reply.header("cache-control", "no-cache").send(documentAt(document, url));
  });
  const lineSchema = exportLineSchema();
  app.get("/api/export/schema.json", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("application/schema+json; charset=utf-8").send(lineSchema),
  );
  registerApiPage(app);
}
