/*
 * Answers in place of a page that cannot be reached, and nothing else: every other request goes to the
 * server as if this were not here. The offline page is part of this script, and no cache is used, so that nothing that
 * the server says is stored, and a changed offline page is a different script, which replaces this one as a whole.
 */
import { pageOf } from "../../contract/pages.ts";

interface WorkerEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  readonly respondWith: (answer: Response | Promise<Response>) => void;
}

/** The part of a service worker that is used here; the compiler knows only the names of a page. */
interface Worker {
  readonly registration: { readonly navigationPreload?: { readonly enable: () => Promise<void> } };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: {
    (type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
    (type: "fetch", listener: (event: FetchEvent) => void): void;
  };
}

/** Inserted by the build. */
declare const OFFLINE_PAGE: { readonly html: string; readonly style: string; readonly script: string };

const worker = self as unknown as Worker;
const { html, style, script } = OFFLINE_PAGE;

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'";
const closed = `${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const answer = (body: string, type: string, status = 200): Response =>
  new Response(body, {
    status,
    headers: {
      "content-type": `text/${type}; charset=utf-8`,
      "content-security-policy": closed,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });

const parts: Readonly<Record<string, () => Response>> = {
  "/offline/page.css": () => answer(style, "css"),
  "/offline/page.js": () => answer(script, "javascript"),
};

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
// The page is requested while this worker is still starting up.
worker.addEventListener("activate", (event) =>
  event.waitUntil(Promise.resolve(worker.registration.navigationPreload?.enable())),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (hasOfflinePage(pathname)) event.respondWith(pageOrOffline(event));
  } else if (pathname in parts) {
    event.respondWith(parts[pathname]?.() ?? Response.error());
  }
});

/**
 * Broadcast software shows nothing rather than a text, and nobody reads the offline page in place of
 * something that is not a page of the site.
 */
function hasOfflinePage(path: string): boolean {
  const page = pageOf(path);
  return page !== null && page.name !== "overlay";
}

async function pageOrOffline({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    console.debug("The server cannot be reached.", error);
    return answer(html, "html", 503);
  }
}
