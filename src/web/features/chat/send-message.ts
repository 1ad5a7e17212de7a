import { parseChatText } from "../../../domain/chat-text.ts";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { sendEvent, useConnection } from "../../foundation/lib/socket.ts";
import { dispatchLobby, useLobby } from "./lobby.ts";
import { LOBBY } from "./lobby-connection.ts";
import type { Wait } from "./lobby-state.ts";

/** A message that the server has accepted arrives from the room within this time; after it the page stops waiting. */
const ECHO_WITHIN_MS = 5_000;

let lastKey = 0;

type Reply = Awaited<ReturnType<typeof sendEvent>>;

/**
 * Cleans what was typed and sends it. Blank or too long text is not sent, and without a connection
 * nothing is: a message goes out now, never automatically later.
 *
 * @returns whether it is on its way
 */
export function sendMessage(text: string): boolean {
  const parsed = parseChatText(text);
  if (!parsed.ok || useConnection.getState().status !== "connected") return false;
  void deliver(parsed.value);
  return true;
}

async function deliver(content: string): Promise<void> {
  lastKey += 1;
  const key = lastKey;
  dispatchLobby({ type: "sending", key, content, at: serverNow() });
  const sent = await sendEvent("send-message", { content, room: LOBBY });
  if (sent.ok) noteSlowMode(sent.value.slowModeMs);
  const wait = waitOf(sent);
  if (!sent.ok) return dispatchLobby({ type: "failed", key, refused: sent, wait });
  dispatchLobby({ type: "sent", key, wait });
  setTimeout(() => dispatchLobby({ type: "dropped", key }), ECHO_WITHIN_MS);
}

/**
 * How long the next message would be refused, and why (rules CHAT-11 and CHAT-12). A mute or a ban is announced
 * differently, and lasts longer.
 */
function waitOf(sent: Reply): Wait | null {
  const { retryAfterMs = 0 } = sent.ok ? sent.value : sent;
  const isPace = sent.ok || sent.code === "CHAT_SLOW_MODE" || sent.code === "RATE_LIMITED";
  if (!isPace || retryAfterMs === 0) return null;
  const isSlowMode = sent.ok
    ? retryAfterMs <= useLobby.getState().rights.slowModeMs
    : sent.code === "CHAT_SLOW_MODE";
  return { until: serverNow() + retryAfterMs, reason: isSlowMode ? "slow" : "flood" };
}

/** An admin may have changed slow mode since the room was joined. */
function noteSlowMode(slowModeMs: number | undefined): void {
  const { rights } = useLobby.getState();
  if (slowModeMs === undefined || slowModeMs === rights.slowModeMs) return;
  dispatchLobby({ type: "rights", rights: { ...rights, slowModeMs } });
}

/** Sends a failed message again, at its author's request. */
export function sendAgain(key: number): void {
  const failed = useLobby.getState().outgoing.find((one) => one.key === key);
  if (failed !== undefined && sendMessage(failed.content)) dropMessage(key);
}

export const dropMessage = (key: number): void => dispatchLobby({ type: "dropped", key });
