import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "./random.ts";

/** How a Solana node treats its callers. */
export const nodeMoods = [
  "well",
  "down",
  "silent",
  "slow",
  "lossy",
  "stale",
  "empty",
  "forgetful",
  "garbled",
  "refusing",
] as const;
export type NodeMood = (typeof nodeMoods)[number];

const STALE_SLOTS = 40;
/** Empty answers, as from a node that has lost its history. */
const nothing: Readonly<Record<string, unknown>> = {
  getTransaction: null,
  getSignaturesForAddress: [],
  getBlock: null,
  getBlocksWithLimit: [],
};

/** A node that forwards calls to a good one, as well as its mood allows. */
export async function openFaultyNode(goodUrl: string, random: Random) {
  let mood: NodeMood = "well";
  /** The snapshot from which a forgetful node was restored. */
  let snapshotSlot = 0;
  const ask = async (body: string): Promise<string> => {
    const headers = { "content-type": "application/json" };
    return (await fetch(goodUrl, { method: "POST", headers, body })).text();
  };

  const answer = async (body: string, response: ServerResponse) => {
    const { method, id } = JSON.parse(body) as { method: string; id: unknown };
    const isHit = mood === "down" || mood === "silent" || random.fraction() < 0.6;
    if (!isHit) return response.end(await ask(body));
    switch (mood) {
      case "well":
        return response.end(await ask(body));
      case "down":
        return response.destroy();
      case "silent":
        return;
      case "slow":
        await pause(random.between(200, 7_000));
        return response.end(await ask(body));
      // The call is executed, perhaps twice, but its answer is lost.
      case "lossy":
        await ask(body);
        if (random.fraction() < 0.5) await ask(body);
        return response.destroy();
      case "stale":
        return response.end(older(method, await ask(body)));
      case "empty": {
        const value =
          method === "getSignatureStatuses" ? await withoutStatuses(await ask(body)) : nothing[method];
        return response.end(
          value === undefined ? await ask(body) : JSON.stringify({ jsonrpc: "2.0", id, result: value }),
        );
      }
      case "forgetful":
        return response.end(withoutHistory(method, await ask(body), snapshotSlot));
      case "garbled":
        return response.end(
          random.pick([
            "<html>502 Bad Gateway</html>",
            JSON.stringify({ jsonrpc: "2.0", id, result: { context: {}, value: "many" } }),
            (await ask(body)).slice(0, 40),
          ]),
        );
      case "refusing":
        response.statusCode = random.pick([429, 500, 200]);
        return response.end(
          JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32005, message: "behind" } }),
        );
    }
  };

  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      answer(body, response).catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async feel(next: NodeMood) {
      if (next === "forgetful") {
        const reply = await ask(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "getSlot" }));
        snapshotSlot = (JSON.parse(reply) as { result: number }).result;
      }
      mood = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a lagging node answers; the blockhash in it is left as it is. */
function older(method: string, text: string): string {
  const reply = JSON.parse(text) as { result: unknown };
  const { result } = reply;
  const at = (slot: number) => Math.max(0, slot - STALE_SLOTS);
  switch (method) {
    case "getSlot":
      return JSON.stringify({ ...reply, result: at(result as number) });
    case "getEpochInfo": {
      const { absoluteSlot, blockHeight, ...rest } = result as { absoluteSlot: number; blockHeight: number };
      const lagging = { ...rest, absoluteSlot: at(absoluteSlot), blockHeight: at(blockHeight) };
      return JSON.stringify({ ...reply, result: lagging });
    }
    case "getSignatureStatuses": {
      const { context, value } = result as Statuses;
      const slot = at(context.slot);
      const known = value.map((status) => (status && status.slot <= slot ? status : null));
      return JSON.stringify({ ...reply, result: { context: { ...context, slot }, value: known } });
    }
    default:
      return text;
  }
}

/** What a node answers that is current but knows nothing of the slots up to its snapshot. */
function withoutHistory(method: string, text: string, snapshotSlot: number): string {
  const reply = JSON.parse(text) as { result: unknown };
  const { result } = reply;
  const isKnown = (entry: { readonly slot: number } | null) => entry !== null && entry.slot > snapshotSlot;
  switch (method) {
    case "getFirstAvailableBlock":
      return JSON.stringify({ ...reply, result: snapshotSlot + 1 });
    case "getSignatureStatuses": {
      const { context, value } = result as Statuses;
      const known = value.map((status) => (isKnown(status) ? status : null));
      return JSON.stringify({ ...reply, result: { context, value: known } });
    }
    case "getSignaturesForAddress":
      return JSON.stringify({ ...reply, result: (result as { slot: number }[]).filter(isKnown) });
    case "getTransaction":
      return JSON.stringify({
        ...reply,
        result: isKnown(result as { slot: number } | null) ? result : null,
      });
    default:
      return text;
  }
}

interface Statuses {
  readonly context: { readonly slot: number };
  readonly value: readonly ({ readonly slot: number } | null)[];
}

async function withoutStatuses(text: string): Promise<unknown> {
  const { result } = JSON.parse(text) as { result: Statuses };
  return { ...result, value: result.value.map(() => null) };
}
