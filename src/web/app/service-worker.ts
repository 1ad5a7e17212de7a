/*
 * Answers in place of a page that cannot be reached, and nothing else (rule PHONE-8): what is asked for goes to the
 * server as if this were not here, and of what the server says nothing is kept. The build puts the files' names and a hash
 * of their content in the places marked.
 */

interface WorkerEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  readonly respondWith: (answer: Promise<Response>) => void;
}

interface Worker {
  readonly registration: { readonly navigationPreload?: { readonly enable: () => Promise<void> } };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: {
    (type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
    (type: "fetch", listener: (event: FetchEvent) => void): void;
  };
}

const worker = self as unknown as Worker;
const FILES = "__OFFLINE_FILES__".split(" ");
const CACHE = "furlong-offline-__OFFLINE_HASH__";

const pageFor = (language: string): string =>
  language.startsWith("de") ? "/offline.de.html" : "/offline.html";

worker.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names
          .filter((name) => name.startsWith("furlong-") && name !== CACHE)
          .map((name) => caches.delete(name)),
      );
      // The page is asked for while this is still waking up.
      await worker.registration.navigationPreload?.enable();
    })(),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(orOfflinePage(event));
  } else if (origin === location.origin && FILES.includes(pathname)) {
    event.respondWith(orStored(request, pathname));
  }
});

async function orOfflinePage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    console.debug("The server cannot be reached.", error);
    const page = await caches.match(pageFor(navigator.language), { cacheName: CACHE });
    if (page === undefined) throw error;
    return new Response(page.body, { status: 503, headers: page.headers });
  }
}

/** The style and the mark of the offline page. */
async function orStored(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await caches.match(path, { cacheName: CACHE });
    if (stored === undefined) throw error;
    return stored;
  }
}

// A module for the compiler; the build leaves no trace of it.
export {};
