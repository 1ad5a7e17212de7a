import { gameApi } from "../../contract/game-api.ts";
import { requestFor } from "../../contract/wire/client.ts";
import { sessionQuery } from "../foundation/lib/player.ts";
import { queryClient } from "../foundation/lib/query-client.ts";
import { runtimeQuery, type Runtime } from "../foundation/lib/runtime.ts";
import { noteServerTime } from "../foundation/lib/server-clock.ts";
import { lastRacesQuery } from "../foundation/live/last-races.ts";
import { refetchRace } from "../foundation/live/race-feed.ts";

/** How long to wait for the server: after that the page starts without its answers. */
const PATIENCE_MS = 600;

/**
 * Requests what the first picture shows. The head of the page has already sent the same requests (`build/pages.ts`), so
 * the answers are mostly here, and the page is drawn once instead of piece by piece.
 */
export async function askFirst(): Promise<void> {
  const requests = [
    refetchRace(),
    queryClient.prefetchQuery(runtimeQuery).then(noteFirstTime),
    queryClient.prefetchQuery(sessionQuery),
    queryClient.prefetchQuery(lastRacesQuery),
  ];
  await Promise.race([
    Promise.allSettled(requests),
    new Promise((resolve) => void setTimeout(resolve, PATIENCE_MS)),
  ]);
}

/**
 * The answer may have arrived before this program ran: only the browser's record of the request knows when, and so what
 * time it is on the server.
 */
function noteFirstTime(): void {
  const runtime = queryClient.getQueryData<Runtime>(runtimeQuery.queryKey);
  const { path } = requestFor(gameApi.getRuntime, {});
  const [request] = performance.getEntriesByName(new URL(path, location.href).href, "resource");
  if (runtime === undefined || !(request instanceof PerformanceResourceTiming)) return;
  const { requestStart, responseStart } = request;
  if (responseStart === 0) return;
  noteServerTime({
    sentAt: performance.timeOrigin + requestStart,
    receivedAt: performance.timeOrigin + responseStart,
    serverAt: runtime.serverNow.getTime(),
  });
}
