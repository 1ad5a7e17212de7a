import type { ChatMessage } from "../../../contract/chat/chat.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import type { SocketEventPayload } from "../../../contract/wire/socket-events.ts";
import type { Refused } from "../../../domain/result.ts";

/** What the player may do in chat. */
type ChatRights = SocketEventPayload<"chat-standing">;

/** The page holds at most this many messages; the oldest are dropped first. */
export const KEPT_MESSAGES = 500;

/** The player's own message that the room has not shown yet. */
export interface Outgoing {
  readonly key: number;
  /** Cleaned, as it was sent. */
  readonly content: string;
  /** Server time in ms when it was sent. */
  readonly at: number;
  /**
   * - `sending` the server has not answered
   * - `sent`    the server has accepted the message, which is on its way to the room
   * - `failed`  the server has refused it, or did not answer
   */
  readonly status: "sending" | "sent" | "failed";
  readonly refused: Refused<RefusalCode> | null;
}

/** Until when the next message would be refused, in ms of the server's time: because of slow mode, or after a flood. */
export interface Wait {
  readonly until: number;
  readonly reason: "slow" | "flood";
}

export interface LobbyState {
  readonly phase: "joining" | "joined" | "refused";
  /** Why the room was not joined. */
  readonly refused: Refused<RefusalCode> | null;
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  readonly outgoing: readonly Outgoing[];
  /** Messages received between the request to join and the history, which may have been read before them. */
  readonly saidMeanwhile: readonly ChatMessage[];
  /**
   * Ids of deleted messages, the latest {@link KEPT_MESSAGES}: a history that was read before the deletion, or another
   * server's event, may still bring such a message.
   */
  readonly deletedIds: readonly string[];
  /** Null until it is known. */
  readonly online: number | null;
  readonly rights: ChatRights;
  readonly wait: Wait | null;
  /** Messages after this time are new to the player; ms of the server's time. */
  readonly seenAt: number;
  /** Whether the newest messages are in view: then nothing is unread. */
  readonly isWatched: boolean;
}

export type LobbyEvent =
  | { readonly type: "joining" }
  | { readonly type: "history"; readonly messages: readonly ChatMessage[]; readonly own: string }
  | { readonly type: "join refused"; readonly refused: Refused<RefusalCode> }
  | { readonly type: "rights"; readonly rights: ChatRights }
  | { readonly type: "said"; readonly message: ChatMessage; readonly own: string }
  | { readonly type: "deleted"; readonly ids: readonly string[] }
  | { readonly type: "online"; readonly count: number }
  | { readonly type: "sending"; readonly key: number; readonly content: string; readonly at: number }
  | { readonly type: "sent"; readonly key: number; readonly wait: Wait | null }
  | {
      readonly type: "failed";
      readonly key: number;
      readonly refused: Refused<RefusalCode>;
      readonly wait: Wait | null;
    }
  | { readonly type: "dropped"; readonly key: number }
  | { readonly type: "watched"; readonly isWatched: boolean }
  | { readonly type: "left" };

export const emptyLobby: LobbyState = {
  phase: "joining",
  refused: null,
  messages: [],
  outgoing: [],
  saidMeanwhile: [],
  deletedIds: [],
  online: null,
  rights: { mutedUntil: null, bannedUntil: null, slowModeMs: 0 },
  wait: null,
  seenAt: Number.POSITIVE_INFINITY,
  isWatched: false,
};

/** The only way in which the lobby on the page changes. */
export function reduceLobby(state: LobbyState, event: LobbyEvent): LobbyState {
  const next = applyEvent(state, event);
  return next.isWatched ? { ...next, seenAt: newestOf(next.messages) } : next;
}

function applyEvent(state: LobbyState, event: LobbyEvent): LobbyState {
  switch (event.type) {
    case "joining":
      return { ...state, phase: "joining", refused: null, saidMeanwhile: [] };
    case "history":
      return withHistory(state, event);
    case "join refused":
      return { ...state, phase: "refused", refused: event.refused };
    case "rights":
      return { ...state, rights: event.rights };
    case "said":
      return withMessage(state, event.message, event.own);
    case "deleted":
      return {
        ...state,
        messages: state.messages.filter(({ id }) => !event.ids.includes(id)),
        saidMeanwhile: state.saidMeanwhile.filter(({ id }) => !event.ids.includes(id)),
        deletedIds: [...state.deletedIds, ...event.ids].slice(-KEPT_MESSAGES),
      };
    case "online":
      return { ...state, online: event.count };
    case "sending": {
      const { key, content, at } = event;
      return {
        ...state,
        outgoing: [...state.outgoing, { key, content, at, status: "sending", refused: null }],
      };
    }
    case "sent":
      return {
        ...state,
        outgoing: changed(state.outgoing, event.key, { status: "sent" }),
        wait: event.wait,
      };
    case "failed":
      return {
        ...state,
        outgoing: changed(state.outgoing, event.key, { status: "failed", refused: event.refused }),
        wait: event.wait ?? state.wait,
      };
    case "dropped":
      return { ...state, outgoing: state.outgoing.filter(({ key }) => key !== event.key) };
    case "watched":
      return { ...state, isWatched: event.isWatched };
    case "left":
      return { ...emptyLobby, isWatched: state.isWatched };
  }
}

/**
 * What the server holds now replaces what was here: a message that was deleted while the connection was lost must not
 * stay. The player's own message that is in it has arrived, whatever happened to the answer.
 */
function withHistory(
  state: LobbyState,
  { messages, own }: Extract<LobbyEvent, { type: "history" }>,
): LobbyState {
  const isFirst = state.seenAt === Number.POSITIVE_INFINITY;
  const since = state.saidMeanwhile.filter(({ id }) => !messages.some((message) => message.id === id));
  const all = [...messages, ...since]
    .filter(({ id }) => !state.deletedIds.includes(id))
    .slice(-KEPT_MESSAGES);
  const arrived = ({ content, at, status }: Outgoing) =>
    status !== "sending" &&
    all.some(
      (message) =>
        message.walletAddress === own &&
        message.content === content &&
        message.timestamp.getTime() >= at - CLOCK_SLACK_MS,
    );
  return {
    ...state,
    phase: "joined",
    refused: null,
    messages: all,
    saidMeanwhile: [],
    outgoing: state.outgoing.filter((one) => !arrived(one)),
    seenAt: isFirst ? newestOf(all) : state.seenAt,
  };
}

/** The page's clock may differ from the server's by this much. */
const CLOCK_SLACK_MS = 2_000;

/** Inserts a message at its place: with several servers, two messages may arrive in the wrong order. */
function withMessage(state: LobbyState, message: ChatMessage, own: string): LobbyState {
  const isKnown = state.deletedIds.includes(message.id) || state.messages.some(({ id }) => id === message.id);
  if (isKnown) return state;
  const time = message.timestamp.getTime();
  let at = state.messages.length;
  while (at > 0 && (state.messages[at - 1]?.timestamp.getTime() ?? 0) > time) at -= 1;
  const saidMeanwhile = state.phase === "joining" ? [...state.saidMeanwhile, message] : state.saidMeanwhile;
  const messages = [...state.messages.slice(0, at), message, ...state.messages.slice(at)].slice(
    -KEPT_MESSAGES,
  );
  if (message.walletAddress !== own) return { ...state, messages, saidMeanwhile };
  const echo = state.outgoing.findIndex(
    ({ status, content }) => status !== "failed" && content === message.content,
  );
  const outgoing = state.outgoing.filter((_, index) => index !== echo);
  return { ...state, messages, saidMeanwhile, outgoing };
}

const changed = (
  outgoing: readonly Outgoing[],
  key: number,
  change: Pick<Outgoing, "status"> & Partial<Pick<Outgoing, "refused">>,
): readonly Outgoing[] => outgoing.map((one) => (one.key === key ? { ...one, ...change } : one));

const newestOf = (messages: readonly ChatMessage[]): number => messages.at(-1)?.timestamp.getTime() ?? 0;

/** Number of messages from others since the player last looked. */
export const unreadCount = (
  { messages, seenAt }: LobbyState,
  isSkipped: (wallet: string) => boolean,
): number =>
  messages.filter(({ timestamp, walletAddress }) => timestamp.getTime() > seenAt && !isSkipped(walletAddress))
    .length;
