import type { WebSocket } from "ws";
import type { ChainEvent, LocalChain } from "../chain/local-chain.ts";
import { type CallHandler, handleRpc } from "./handle-rpc.ts";
import { type Json, toJson } from "./json.ts";
import { count } from "./params.ts";
import { RpcError } from "./rpc-error.ts";
import { type Subscription, subscriptionKinds } from "./subscriptions.ts";

const MAX_SUBSCRIPTIONS = 100;
/** Maximum pending requests, and maximum unread bytes, before a socket is cut. */
const MAX_WAITING_REQUESTS = 200;
const MAX_UNREAD_BYTES = 1_000_000;

const GOING_AWAY = 1001;

/** Also those that are not served here, or only where a node was started with them. */
const isKindOfNode = (name: string): boolean =>
  subscriptionKinds.has(name) || ["block", "program", "slotsUpdates", "vote"].includes(name);

/** Serves JSON-RPC and subscriptions on an open socket until it closes. */
export function attachRpcSocket(chain: LocalChain, socket: WebSocket): void {
  const subscriptions = new Map<number, { method: string; subscription: Subscription }>();
  let nextId = 1;
  let answers: Promise<void> = Promise.resolve();
  let waiting = 0;
  // A subscription's id must reach the client before its first notification.
  let heldBack: string[] = [];

  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(text);
  };

  const look = (id: number, event: ChainEvent | null) => {
    const entry = subscriptions.get(id);
    if (!entry) return;
    const { results, isOver } = entry.subscription(event);
    for (const result of results) {
      const text = toJson({ jsonrpc: "2.0", method: entry.method, params: { result, subscription: id } });
      if (waiting > 0) heldBack.push(text);
      else send(text);
    }
    if (isOver) subscriptions.delete(id);
  };

  const callHandler: CallHandler = (method, params) => {
    if (method === "ping") return "pong";
    const [, name = "", verb] = /^(\w+)(Subscribe|Unsubscribe)$/.exec(method) ?? [];
    if (verb === "Unsubscribe" && isKindOfNode(name)) {
      if (subscriptions.delete(count(params[0]))) return true;
      throw new RpcError(-32602, "Invalid subscription id.");
    }
    const open = subscriptionKinds.get(name);
    if (!open) return undefined;
    if (subscriptions.size >= MAX_SUBSCRIPTIONS) throw new RpcError(-32603, "Too many subscriptions");
    const id = nextId++;
    subscriptions.set(id, { method: `${name}Notification`, subscription: open(chain, params) });
    look(id, null);
    return id as Json;
  };

  const answer = async (text: string) => {
    const reply = await handleRpc(chain, text, callHandler);
    if (reply !== "") send(reply);
    waiting -= 1;
    if (waiting > 0) return;
    for (const notification of heldBack) send(notification);
    heldBack = [];
  };

  const stopListening = chain.subscribe((event) => {
    for (const id of subscriptions.keys()) look(id, event);
  });
  socket.on("message", (data) => {
    waiting += 1;
    if (waiting > MAX_WAITING_REQUESTS) return socket.terminate();
    // oxlint-disable-next-line typescript/no-base-to-string -- text frames arrive as a Buffer
    const text = data.toString();
    answers = answers.then(() => answer(text));
  });
  socket.on("error", () => socket.terminate());
  // Clients reconnect, by then to the process that runs the chain.
  const close = () => socket.close(GOING_AWAY);
  chain.stopped.addEventListener("abort", close);
  socket.on("close", () => {
    stopListening();
    chain.stopped.removeEventListener("abort", close);
  });
}
