import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Negotiator from "negotiator";
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
  languageTags,
} from "../../contract/wire/languages.ts";
import { OVERLAY_FILE, pageFile, pageOf, pagePaths, placeOf, VERIFIER_FILE } from "../../contract/pages.ts";
import { raceId } from "../../contract/wire/codecs.ts";
import type { Theme } from "../../domain/theme.ts";
import type { Network } from "../../contract/settings/runtime.ts";
import { refuse } from "../../domain/result.ts";
import { sendRefusal } from "../http/calls.ts";
import {
  historyWorkerPolicy,
  overlayPolicy,
  policyText,
  rpcOrigins,
  walletAppOrigins,
} from "./content-security.ts";
import type { SiteOf } from "../http/site.ts";

const YEAR_S = 365 * 24 * 3600;
/** Paths where something other than pages is served: unknown names there are 404. */
const NOT_PAGES = /^\/(api|rpc|metrics|socket\.io|assets|emotes)(\/|$)/;
/** A name with an extension, or a hidden one: a file, not a mistyped page. */
const FILE = /\.[^/]*$|\/\./;

/** Named as by the build. */
const HISTORY_WORKER = /[/\\]assets[/\\]history-worker-[^/\\]+\.js$/;

/** What a page depends on, from the current settings. */
export interface PageSettings {
  readonly theme: Theme;
  readonly network: Network;
  /** RPC URLs that browsers may reach. */
  readonly browserRpcUrls: readonly string[];
}

export interface PagePorts {
  /** Folder of the built web app; null when this server serves none. */
  readonly webRoot: string | null;
  readonly pageSettings: () => Promise<PageSettings>;
  /** Whether the race exists. */
  readonly isRace: (id: string) => Promise<boolean>;
  readonly siteOf: SiteOf;
  readonly notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/**
 * Serves the built web app: its files as they are, its pages at their paths. A file that does not exist is 404, and so
 * is the page of a race that does not exist; any other path leads to the race (rule SITE-1).
 */
export async function registerPages(app: FastifyInstance, ports: PagePorts): Promise<void> {
  const { webRoot } = ports;
  if (webRoot !== null && existsSync(webRoot)) {
    await app.register(fastifyStatic, {
      root: webRoot,
      wildcard: false,
      index: false,
      globIgnore: ["pages/**", "**/*.{br,gz}"],
      preCompressed: true,
      cacheControl: false,
      setHeaders(answer, path) {
        void answer.setHeader("cache-control", cachingOf(path, webRoot));
        void answer.setHeader("vary", "accept-encoding");
        if (HISTORY_WORKER.test(path)) void answer.setHeader("content-security-policy", historyWorkerPolicy);
        // Saved rather than opened: it is useful where this site cannot affect it (rule FAIR-34).
        if (path === join(webRoot, VERIFIER_FILE))
          void answer.setHeader("content-disposition", `attachment; filename="${VERIFIER_FILE}"`);
      },
    });
  }
  app.get("/*", async (request, reply) => {
    const [path = ""] = request.url.split("?");
    if (NOT_PAGES.test(path)) return ports.notFound(request, reply);
    const page = pageOf(path);
    if (page?.name === "overlay") return sendOverlay(ports, reply);
    if (page !== null) return sendPage(ports, page, request, reply);
    if (FILE.test(path)) return ports.notFound(request, reply);
    return reply.header("cache-control", "no-cache").redirect(pagePaths.home, 302);
  });
}

/** Names under /assets contain a hash of their content, so they never change. */
const cachingOf = (path: string, root: string) =>
  path.startsWith(join(root, "assets")) ? `public, max-age=${YEAR_S}, immutable` : "no-cache";

type Page = NonNullable<ReturnType<typeof pageOf>>;

async function sendPage(
  ports: PagePorts,
  { name, param }: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { theme, network, browserRpcUrls } = await ports.pageSettings();
  const [path = ""] = request.url.split("?");
  const html = await readPage(
    ports.webRoot,
    pageFile({ place: placeOf(path), theme, network, language: languageOf(request) }),
  );
  if (html === null) return sendNotBuilt(reply);
  const site = ports.siteOf(request.raw);
  const connect = [
    ...rpcOrigins([...(site === null ? [] : [site.origin]), ...browserRpcUrls]),
    ...walletAppOrigins(request.headers["user-agent"] ?? ""),
  ];
  const isMissing = name === "replay" && !(await isKnownRace(ports, param ?? ""));
  return reply
    .code(isMissing ? 404 : 200)
    .header("content-security-policy", policyText(connect))
    .header("cache-control", "no-cache")
    .header("vary", "accept-language, cookie")
    .type("text/html; charset=utf-8")
    .send(html);
}

const sendNotBuilt = (reply: FastifyReply): FastifyReply =>
  sendRefusal(reply, refuse("NOT_READY", { message: "The web pages are not built" }));

/** The same for everybody; the site's own pages may frame it, and no others (rule OVERLAY-8). */
async function sendOverlay({ webRoot }: PagePorts, reply: FastifyReply): Promise<FastifyReply> {
  const html = await readPage(webRoot, OVERLAY_FILE);
  if (html === null) return sendNotBuilt(reply);
  return reply
    .header("content-security-policy", overlayPolicy)
    .header("x-frame-options", "SAMEORIGIN")
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .send(html);
}

/** The page itself reports when there is none. */
const isKnownRace = async ({ isRace }: PagePorts, id: string): Promise<boolean> =>
  raceId.safeParse(id).success && (await isRace(id));

/** The chosen language, otherwise the one that the browser prefers, as weighted in its Accept-Language. */
function languageOf({ cookies, headers }: FastifyRequest): Language {
  const chosen = cookies[LANGUAGE_COOKIE];
  if (isLanguage(chosen)) return chosen;
  const liked = new Negotiator({ headers }).language([...languageTags]);
  return isLanguage(liked) ? liked : DEFAULT_LANGUAGE;
}

async function readPage(webRoot: string | null, file: string): Promise<string | null> {
  if (webRoot === null) return null;
  try {
    return await readFile(join(webRoot, file), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
