import type { FastifyInstance } from "fastify";
import { openApiDocument } from "../../contract/wire/openapi.ts";
import { apiPage, apiPageStyle } from "./api-page.ts";
import type { Cookies } from "../http/cookies.ts";
import type { SiteOf } from "../http/site.ts";

interface Ports {
  readonly version: string;
  readonly cookies: Cookies;
  readonly siteOf: SiteOf;
}

/** The wire as an OpenAPI document and as a page made from that document; neither loads anything from elsewhere. */
export function registerApiPages(app: FastifyInstance, { version, cookies, siteOf }: Ports): void {
  const options = { version, serverUrl: "/", sessionCookie: cookies.session };
  const document = openApiDocument(options);
  const page = apiPage(document);
  app.get("/api/openapi.json", async (request, reply) => {
    const url = siteOf(request.raw)?.origin ?? "/";
    return reply.header("cache-control", "no-cache").send({ ...document, servers: [{ url }] });
  });
  app.get("/api/docs", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page),
  );
  app.get("/api/docs.css", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/css; charset=utf-8").send(apiPageStyle),
  );
}
