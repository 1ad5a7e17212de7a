import { io } from "socket.io-client";
import { api } from "../contract/api.ts";
import type { Network } from "../domain/networks.ts";
import { readReply, requestFor } from "../contract/wire/client.ts";
import { check, failed, type Finding, fine, skipped, warn } from "./check.ts";

interface Site {
  /** The URL at which players reach the game. */
  readonly url: string;
  readonly network: Network;
  /** As configured; null in local mode. */
  readonly publicOrigin: string | null;
  readonly hasTrustedProxy: boolean;
}

const PATIENCE_MS = 10_000;

/** Checks the running game as players reach it, through whatever proxy is in front (rule OPERATE-3). */
export async function checkSite(site: Site): Promise<readonly Finding[]> {
  const { url, network, publicOrigin } = site;
  const isPublic = network !== "localnet";
  const get = (path: string) =>
    fetch(new URL(path, url), { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
  const ready = await check("site", () => lookAtHealth(get));
  if (ready.status === "failed") return [ready];
  return [
    ready,
    await check("its network", async () => {
      const { path } = requestFor(api.getRuntime, {});
      const runtime = readReply(api.getRuntime, 200, await (await get(path)).json());
      if (!runtime.ok) return failed(`${path} returns no usable answer.`);
      const { network: served, version } = runtime.value;
      return served === network
        ? fine(`version ${version} on ${served}`)
        : failed(`It serves ${served}, but SOLANA_NETWORK is ${network}.`);
    }),
    await check("its name", () => {
      if (publicOrigin === null) return skipped("Local mode has none.");
      const { origin } = new URL(url);
      return origin === publicOrigin
        ? fine(origin)
        : failed(`PUBLIC_ORIGIN is ${publicOrigin}, but this is ${origin}: nobody could sign in here.`);
    }),
    await check("page", async () => {
      const answer = await get("/");
      const policy = answer.headers.get("content-security-policy");
      if (!answer.ok) return failed(`It returns ${answer.status}.`);
      return policy === null
        ? failed("The Content-Security-Policy is missing: does the proxy remove headers?")
        : fine("with its policy");
    }),
    await check("metrics", async () => {
      const { status } = await get("/metrics");
      if (status !== 200) return fine("not public");
      return isPublic ? failed("Anyone can read /metrics.") : fine("only for this machine");
    }),
    await check("sockets", () => tryUpgrade(url)),
  ];
}

type Get = (path: string) => Promise<Response>;

async function lookAtHealth(get: Get) {
  const { path } = requestFor(api.getReadiness, {});
  const answer = await get(path);
  const body: unknown = await answer.json();
  const health = readReply(api.getReadiness, answer.status, body);
  if (!health.ok) return failed(`It is not ready: ${health.message ?? health.code}`);
  if (health.value.house === "locked") {
    return failed("It is ready, but its house wallets are locked: see docs/operate/unlock.md.");
  }
  return fine(`ready, with ${health.value.dependencies.map(({ name }) => name).join(" and ")}`);
}

/** A proxy that does not forward upgrades leaves the page without updates. */
function tryUpgrade(url: string) {
  const socket = io(url, { transports: ["websocket"], reconnection: false, timeout: PATIENCE_MS });
  return new Promise<ReturnType<typeof fine>>((resolve) => {
    socket.once("connect", () => resolve(fine("a socket opens")));
    socket.once("connect_error", ({ message }) =>
      resolve(failed(`No socket opens (${message}): does the proxy pass WebSocket upgrades?`)),
    );
  }).finally(() => socket.disconnect());
}

/**
 * Whether a client can pretend to be another through a forged header, and so escape every limit: one sign-in request
 * more than two windows of the limit allow, each with a different forged address, must exhaust it (rule OPERATE-3). One
 * window would not do: that of an earlier sign-in may end in between. After it nobody can sign in from here for a
 * minute.
 */
export const checkAddresses = (site: Site): Promise<Finding> =>
  check("addresses of players", () => tryForgedAddress(site));

async function tryForgedAddress({ network, url, hasTrustedProxy }: Site) {
  if (network === "localnet") return skipped("In local mode everyone connects from this machine.");
  if (new URL(url).protocol === "https:" && !hasTrustedProxy) {
    return failed(
      "TRUST_PROXY is not set: all players appear to have the proxy's address, and share its limits.",
    );
  }
  const { path, method } = requestFor(api.createSignInNonce, {});
  const mostInTwoWindows = 2 * (api.createSignInNonce.perMinute ?? 0);
  for (let call = 0; call <= mostInTwoWindows; call += 1) {
    const forged = `203.0.113.${call % 256}`;
    const headers = { "x-forwarded-for": forged, forwarded: `for=${forged}`, "x-real-ip": forged };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(new URL(path, url), { method, headers, signal });
    await answer.body?.cancel();
    if (answer.status === 429) return fine(`A forged address is not trusted (limit after ${call} calls).`);
    if (!answer.ok) return warn(`Sign-in returns ${answer.status}; this could not be tested.`);
  }
  return failed(
    "A client's own X-Forwarded-For is trusted, so that it escapes every limit: the proxy must overwrite it, or TRUST_PROXY counts too many.",
  );
}
