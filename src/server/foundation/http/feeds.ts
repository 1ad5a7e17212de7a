import type { FastifyInstance } from "fastify";
import type { SiteOf } from "./site.ts";

/** An Atom feed of a feature. */
export interface Feed {
  readonly path: `/${string}.atom`;
  /** The whole text, given the site's origin, which feeds need for their links. */
  readonly read: (origin: string) => Promise<string>;
}

/** A feed reader polls every few minutes; a proxy may answer several of them. */
const CACHE_S = 60;

export function registerFeeds(app: FastifyInstance, feeds: readonly Feed[], siteOf: SiteOf): void {
  for (const { path, read } of feeds) {
    app.get(path, async (request, reply) =>
      reply
        .header("cache-control", `public, max-age=${CACHE_S}`)
        .type("application/atom+xml; charset=utf-8")
        .send(await read(siteOf(request.raw)?.origin ?? "")),
    );
  }
}
