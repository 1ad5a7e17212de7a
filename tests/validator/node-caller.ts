import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Json } from "../support/browser-session.ts";
import { until } from "../support/until.ts";
import { volatileNames } from "./name-volatile.ts";

export interface NodeAddress {
  readonly url: string;
  readonly webSocketUrl: string;
}

/** Methods whose results are slots, heights, times or counts and nothing else. */
const methodsOfNumbers = new Set([
  "getBlockHeight",
  "getBlockTime",
  "getBlocks",
  "getBlocksWithLimit",
  "getSlot",
  "getTransactionCount",
]);

/** How long a subscription may take to notify of something else than what was caused. */
const QUIET_MS = 300;
/** A node that tells nothing within this time is written down as silent. */
const HEARING = { patienceMs: 5_000 };

/** Calls a node and writes down each whole answer under a title, with what differs from run to run named. */
export function nodeCaller({ url, webSocketUrl }: NodeAddress) {
  const names = volatileNames();
  const answers: Record<string, Json> = {};
  const write = (title: string, answer: Json, hasNumbers = false) => {
    if (title in answers) throw new Error(`two calls are titled ${title}`);
    answers[title] = names.in(answer, hasNumbers);
  };

  const post = async (body: string): Promise<Json> => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body });
    const text = await response.text();
    try {
      return JSON.parse(text);
    } catch {
      return { status: response.status, text };
    }
  };
  const request = (method: string, params: readonly unknown[]) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

  return {
    answers,
    name: names.call,
    /** The result, without writing it down. Throws on an error. */
    async valueOf(method: string, ...params: unknown[]): Promise<Json> {
      const { result, error } = await post(request(method, params));
      if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result;
    },
    ask: async (title: string, method: string, ...params: unknown[]) => {
      write(`${method}: ${title}`, await post(request(method, params)), methodsOfNumbers.has(method));
    },
    async postBody(title: string, body: string) {
      write(`body: ${title}`, await post(body));
    },

    /**
     * Subscribes, causes something, and writes down the answer and the notifications, at least `least` of them.
     *
     * @param isEndless whether notifications go on by themselves: only the first `least` are written down
     */
    hear: async (
      title: string,
      method: string,
      params: readonly unknown[],
      cause: () => Promise<unknown>,
      { least = 1, isEndless = false } = {},
    ) => {
      const socket = new WebSocket(webSocketUrl);
      const heard: Json[] = [];
      // oxlint-disable-next-line typescript/no-base-to-string -- text frames arrive as a Buffer
      socket.on("message", (data) => heard.push(JSON.parse(data.toString())));
      await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
      socket.send(request(method, params));
      await until(`an answer to ${method}`, () => Promise.resolve(heard.length > 0), HEARING).catch(
        () => null,
      );
      const [answer = {}] = heard.splice(0, 1);
      const id: unknown = answer.result;
      const hasNumbers = answer.error === undefined;
      if (hasNumbers) {
        await cause();
        await until(
          `notifications of ${method}`,
          () => Promise.resolve(heard.length >= least),
          HEARING,
        ).catch(() => null);
        if (!isEndless) await pause(QUIET_MS);
      }
      const told = isEndless ? heard.slice(0, least) : heard.slice();
      const ended = heard.length;
      socket.send(request(method.replace("Subscribe", "Unsubscribe"), [id]));
      await until(
        "an answer to the end",
        () => Promise.resolve(heard.slice(ended).some((one) => "id" in one)),
        HEARING,
      ).catch(() => null);
      const end: Json = heard.slice(ended).find((one) => "id" in one) ?? null;
      socket.terminate();
      write(`${method}: ${title}`, {
        answer: names.in(answer, hasNumbers),
        end,
        told: withoutRepetitions(told.map((one) => namedNotification(names.in(one)))),
      });
    },
  };
}

/** A root is told as a number alone. */
const namedNotification = (one: Json): Json =>
  typeof one.params?.result === "number" ? { ...one, params: { ...one.params, result: "<number>" } } : one;

/** A validator may tell the same several times. */
const withoutRepetitions = (told: readonly Json[]): Json[] =>
  told.filter((one, index) => index === 0 || JSON.stringify(one) !== JSON.stringify(told[index - 1]));

export type NodeCaller = ReturnType<typeof nodeCaller>;
