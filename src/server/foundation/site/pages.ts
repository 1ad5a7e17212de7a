import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Negotiator from "negotiator";
import { LANGUAGE_COOKIE } from "../../../contract/wire/default-language.ts";
import { bestLanguage, isLanguage, type Language } from "../../../contract/wire/languages.ts";
import {
  OVERLAY_FILE,
  pageFile,
  pageOf,
  pagePaths,
  placeOf,
  VERIFIER_FILE,
} from "../../../contract/pages.ts";
import type { Theme } from "../../../domain/theme.ts";
import type { Network } from "../../../domain/networks.ts";
import { refuse } from "../../../domain/result.ts";
import { answerWithin } from "../answer-within.ts";
import { sendRefusal } from "../http/calls.ts";
import {
  historyWorkerPolicy,
  overlayPolicy,
  policyText,
  rpcOrigins,
  walletAppOrigins,
} from "./content-security.ts";
import type { SiteOf } from "../http/site.ts";
import type { Clock } from "../ports.ts";
import { type Preview, type Previews, withPreview } from "./previews.ts";
import { DAY_S } from "../../../domain/utc-day.ts";

const YEAR_S = 365 * DAY_S;
/** Paths where something other than pages is served: unknown names there are 404. */
const NOT_PAGES = /^\/(api|rpc|metrics|socket\.io|assets|emotes|preview)(\/|$)/;
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
  readonly clock: Clock;
  /** Folder of the built web app; null when this server serves none. */
  readonly webRoot: string | null;
  readonly pageSettings: () => Promise<PageSettings>;
  readonly previews: Previews;
  readonly siteOf: SiteOf;
  readonly notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/**
 * Serves the built web app: its files as they are, its pages at their paths. A file that does not exist is 404, and so
 * is the page of a race that does not exist; any other path leads to the race.
 */
export async function registerPages(app: FastifyInstance, given: PagePorts): Promise<void> {
  const ports = withoutDatabase(given, await given.pageSettings());
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
        // Wallets show it beside a bet from a link (rule BET-32).
        if (path === join(webRoot, "icon-512.png"))
          void answer.setHeader("cross-origin-resource-policy", "cross-origin");
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
    return mayBePage(path) ? leadHome(reply) : ports.notFound(request, reply);
  });
}

/** Whether a path could be a mistyped page: it leads to the race. */
export const mayBePage = (path: string): boolean => !NOT_PAGES.test(path) && !FILE.test(path);

export const leadHome = (reply: FastifyReply): FastifyReply =>
  reply.header("cache-control", "no-cache").redirect(pagePaths.home, 302);

/** How long a page waits for the database. */
const PATIENCE_MS = 1_000;

/** While the database does not answer, pages look as they last did, and each race's page is there (rule OPERATE-17). */
function withoutDatabase(ports: PagePorts, atStart: PageSettings): PagePorts {
  let last = atStart;
  return {
    ...ports,
    pageSettings() {
      const reading = ports.pageSettings().then((settings) => (last = settings));
      return unlessAway(ports.clock, reading, last);
    },
  };
}

const unlessAway = <T>(clock: Clock, answer: Promise<T>, otherwise: T): Promise<T> =>
  answerWithin(clock, PATIENCE_MS, answer).catch(() => otherwise);

/** Names under /assets contain a hash of their content, so they never change. */
const cachingOf = (path: string, root: string) =>
  path.startsWith(join(root, "assets")) ? `public, max-age=${YEAR_S}, immutable` : "no-cache";

type Page = NonNullable<ReturnType<typeof pageOf>>;

async function sendPage(
  ports: PagePorts,
  page: Page,
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
  const preview = await readPreview(ports, page);
  return reply
    .code(preview === null && page.name === "replay" ? 404 : 200)
    .header("content-security-policy", policyText(connect))
    .header("cache-control", "no-cache")
    .header("vary", "accept-language, cookie")
    .type("text/html; charset=utf-8")
    .send(preview && site ? withPreview(html, preview, site) : html);
}

/** Null where there is no such page, which then says so; undefined where nothing is known of it. */
async function readPreview({ clock, previews }: PagePorts, { name, param }: Page) {
  if (name !== "replay" && name !== "referral") return undefined;
  // The router has refused paths that cannot be decoded.
  const reading = previews[name](decodeURIComponent(param ?? ""));
  return unlessAway<Preview | null | undefined>(clock, reading, undefined);
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

/** The chosen language, otherwise the one that the browser prefers, as weighted in its Accept-Language. */
function languageOf({ cookies, headers }: FastifyRequest): Language {
  const chosen = cookies[LANGUAGE_COOKIE];
  return isLanguage(chosen) ? chosen : bestLanguage(new Negotiator({ headers }).languages());
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
