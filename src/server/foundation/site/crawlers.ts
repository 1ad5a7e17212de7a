import type { FastifyInstance, FastifyRequest } from "fastify";
import { pagePaths, publicPages } from "../../../contract/pages.ts";
import type { SiteOf } from "../http/site.ts";

/**
 * The files that search engines request: robots.txt and the site map, which name the site by its own origin.
 */
export function registerCrawlerFiles(app: FastifyInstance, siteOf: SiteOf): void {
  const originOf = (request: FastifyRequest) => siteOf(request.raw)?.origin ?? "";
  app.get("/robots.txt", async (request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("text/plain; charset=utf-8")
      .send(robotsText(originOf(request))),
  );
  app.get("/sitemap.xml", async (request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("application/xml; charset=utf-8")
      .send(siteMap(originOf(request))),
  );
}

/** Pages may be indexed; API calls are for programs, except the page that describes them. */
const robotsText = (origin: string): string =>
  [
    "User-agent: *",
    "Allow: /api/docs",
    "Disallow: /api/",
    `Disallow: ${pagePaths.dashboard}`,
    `Disallow: ${pagePaths.admin}`,
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");

function siteMap(origin: string): string {
  const urls = publicPages.map((name) => `  <url><loc>${origin}${pagePaths[name]}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}
