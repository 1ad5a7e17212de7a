import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../../contract/chat/chat.ts";
import {
  emptyLobby,
  KEPT_MESSAGES,
  type LobbyEvent,
  type LobbyState,
  reduceLobby,
  unreadCount,
} from "./lobby-state.ts";

const T0 = Date.UTC(2026, 0, 1, 12);
const ME = "me";

const message = (id: string, atMs: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  walletAddress: "other",
  username: "other",
  content: `text ${id}`,
  room: "lobby",
  timestamp: new Date(T0 + atMs),
  isAdmin: false,
  isModerator: false,
  hasStar: false,
  active_title: null,
  is_streamer: false,
  is_partner: false,
  ...changes,
});

const play = (events: readonly LobbyEvent[], from: LobbyState = emptyLobby): LobbyState =>
  events.reduce(reduceLobby, from);
const said = (...given: Parameters<typeof message>): LobbyEvent => ({
  type: "said",
  message: message(...given),
  own: ME,
});
const history = (...messages: readonly ChatMessage[]): LobbyEvent => ({
  type: "history",
  messages,
  own: ME,
});
const ids = ({ messages }: LobbyState) => messages.map(({ id }) => id);
const unread = (state: LobbyState) => unreadCount(state, (wallet) => wallet === ME);

describe("messages", () => {
  it("are shown once each, in the order of time, whatever order they arrive in", () => {
    const state = play([history(message("a", 0)), said("c", 200), said("b", 100), said("c", 200)]);
    expect(ids(state)).toEqual(["a", "b", "c"]);
  });

  it("are the latest five hundred", () => {
    const many = Array.from({ length: KEPT_MESSAGES + 20 }, (_, at) => said(`m${at}`, at));
    const state = play([history(), ...many]);
    expect(state.messages).toHaveLength(KEPT_MESSAGES);
    expect(ids(state)[0]).toBe("m20");
  });

  it("go when they are deleted, while the page looks or while it is away", () => {
    const state = play([history(message("a", 0), message("b", 1)), said("c", 2)]);
    expect(ids(play([{ type: "deleted", ids: ["b", "unknown"] }], state))).toEqual(["a", "c"]);
    // The history after a lost connection does not contain what was deleted meanwhile.
    expect(ids(play([{ type: "joining" }, history(message("a", 0), message("d", 3))], state))).toEqual([
      "a",
      "d",
    ]);
  });
});

it("do not lose what is said while the history is on its way", () => {
  const state = play([
    { type: "joining" },
    said("b", 1),
    said("c", 2),
    history(message("a", 0), message("b", 1)),
  ]);
  expect(ids(state)).toEqual(["a", "b", "c"]);
  const deleted = play([{ type: "joining" }, said("b", 1), { type: "deleted", ids: ["b"] }, history()]);
  expect(ids(deleted)).toEqual([]);
});

it("do not come back with a history that was read before they were deleted, nor when deleted first", () => {
  const before = play([history(message("a", 0), message("b", 1))]);
  const gone: LobbyEvent = { type: "deleted", ids: ["b", "d"] };
  const joined = play([{ type: "joining" }, gone, history(message("a", 0), message("b", 1))], before);
  expect(ids(joined)).toEqual(["a"]);
  expect(ids(play([said("d", 2), said("e", 3)], joined))).toEqual(["a", "e"]);
});

describe("what is unread", () => {
  it("is nothing at first, then what others say while nobody looks at the newest", () => {
    const before = play([history(message("a", 0))]);
    expect(unread(before)).toBe(0);
    const state = play([said("b", 1), said("c", 2, { walletAddress: ME }), said("d", 3)], before);
    expect(unread(state)).toBe(2);
    const looking = play([{ type: "watched", isWatched: true }], state);
    expect(unread(looking)).toBe(0);
    expect(unread(play([said("e", 4)], looking))).toBe(0);
    const away = play([{ type: "watched", isWatched: false }, said("f", 5)], looking);
    expect(unread(away)).toBe(1);
  });

  it("does not count a message that is deleted, nor forgets what was missed while away", () => {
    const away = play([history(message("a", 0)), said("b", 1), said("c", 2)]);
    expect(unread(play([{ type: "deleted", ids: ["b"] }], away))).toBe(1);
    const back = play([history(message("a", 0), message("c", 2), message("d", 3), message("e", 4))], away);
    expect(unread(back)).toBe(3);
  });
});

describe("a message of one's own", () => {
  const sending: LobbyEvent = { type: "sending", key: 1, content: "hi", at: T0 };
  const sent: LobbyEvent = { type: "sent", key: 1, wait: null };
  const echo = said("m", 50, { walletAddress: ME, content: "hi" });

  it("is there at once, and once, whether the room or the answer comes first", () => {
    expect(play([history(), sending]).outgoing).toMatchObject([{ content: "hi", status: "sending" }]);
    for (const order of [
      [sent, echo],
      [echo, sent],
    ]) {
      const state = play([history(), sending, ...order]);
      expect(state.outgoing).toEqual([]);
      expect(ids(state)).toEqual(["m"]);
    }
  });

  it("takes the place of one of two that say the same", () => {
    const state = play([history(), sending, { ...sending, key: 2 }, echo]);
    expect(state.outgoing.map(({ key }) => key)).toEqual([2]);
  });

  it("stays with the reason when it failed, until it is dropped", () => {
    const refused = { ok: false, code: "MUTED" } as const;
    const failed = play([history(), sending, { type: "failed", key: 1, refused, wait: null }]);
    expect(failed.outgoing).toMatchObject([{ status: "failed", refused: { code: "MUTED" } }]);
    expect(play([{ type: "dropped", key: 1 }], failed).outgoing).toEqual([]);
  });

  it("counts as arrived when the next history holds it, although nobody answered", () => {
    const refused = { ok: false, code: "UNAVAILABLE" } as const;
    const failed = play([history(), sending, { type: "failed", key: 1, refused, wait: null }]);
    const arrived = message("m", 50, { walletAddress: ME, content: "hi" });
    expect(play([history(arrived)], failed).outgoing).toEqual([]);
    const earlier = message("m", -60_000, { walletAddress: ME, content: "hi" });
    expect(play([history(earlier)], failed).outgoing).toHaveLength(1);
    const ofAnother = message("m", 50, { content: "hi" });
    expect(play([history(ofAnother)], failed).outgoing).toHaveLength(1);
  });

  it("says how long to wait for the next, and a failed one does not shorten it", () => {
    const slow = { until: T0 + 5_000, reason: "slow" } as const;
    const waiting = play([history(), sending, { ...sent, wait: slow }]);
    expect(waiting.wait).toEqual(slow);
    const refused = { ok: false, code: "UNAVAILABLE" } as const;
    expect(play([{ type: "failed", key: 1, refused, wait: null }], waiting).wait).toEqual(slow);
    expect(play([sending, sent], waiting).wait).toBeNull();
  });
});

it("leaves nothing of the room and of what was written for the next account", () => {
  const state = play([
    history(message("a", 0)),
    { type: "online", count: 7 },
    { type: "sending", key: 1, content: "hi", at: T0 },
    { type: "rights", rights: { mutedUntil: new Date(T0), bannedUntil: null, slowModeMs: 5 } },
    { type: "left" },
  ]);
  expect(state).toEqual(emptyLobby);
});
