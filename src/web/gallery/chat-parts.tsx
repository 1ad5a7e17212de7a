import { useEffect } from "react";
import type { ChatMessage } from "../../contract/chat/chat.ts";
import { ChatPanel } from "../features/chat/chat-panel.tsx";
import { useLobby } from "../features/chat/lobby.ts";
import { emptyLobby, type LobbyState } from "../features/chat/lobby-state.ts";
import { serverNow } from "../foundation/lib/server-clock.ts";
import { useConnection } from "../foundation/lib/socket.ts";
import { dispatchRace } from "../foundation/live/race-store.ts";
import { exampleRace } from "../foundation/live/testing/example-race.ts";
import { Case, CaseGroup } from "./case.tsx";
import { address } from "./example-player.ts";

/** The chat in the selected state: there is one lobby, so one at a time. */
export function ChatParts({ name }: { readonly name: string }) {
  useEffect(() => {
    const state = chatCases[name] ?? {};
    useConnection.setState({ status: name === "lost" ? "lost" : "connected" });
    dispatchRace({ type: "created", race: exampleRace(), message: "A new race is open." });
    useLobby.setState({ ...emptyLobby, phase: "joined", messages: messages(), online: 128, ...state }, true);
  }, [name]);
  return (
    <CaseGroup name={`Chat: ${name}`}>
      <Case name="column">
        <ChatPanel key={name} address={address} place="column" className="h-[780px] w-80" />
      </Case>
      <Case name="narrow phone">
        <ChatPanel key={name} address={address} place="drawer" className="h-[560px] w-[320px] bg-panel" />
      </Case>
    </CaseGroup>
  );
}

const inMs = (ms: number) => new Date(serverNow() + ms);

const refused = { ok: false, code: "UNAVAILABLE" } as const;
const outgoing = (key: number, status: "sending" | "failed") => ({
  key,
  content: "come on four",
  at: serverNow(),
  status,
  refused: status === "failed" ? refused : null,
});

/** States of the lobby in addition to the usual one. */
export const chatCases: Readonly<Record<string, Partial<LobbyState>>> = {
  usual: {},
  joining: { phase: "joining", messages: [], online: null },
  empty: { messages: [] },
  banned: {
    phase: "refused",
    refused: { ok: false, code: "CHAT_BANNED" },
    rights: { bannedUntil: inMs(86_000_000), mutedUntil: null, slowModeMs: 0 },
  },
  muted: { rights: { bannedUntil: null, mutedUntil: inMs(581_000), slowModeMs: 0 } },
  "slow mode": {
    rights: { bannedUntil: null, mutedUntil: null, slowModeMs: 60_000 },
    wait: { until: serverNow() + 60_000, reason: "slow" },
  },
  "slow mode over": { rights: { bannedUntil: null, mutedUntil: null, slowModeMs: 5_000 } },
  lost: { outgoing: [outgoing(1, "failed")] },
  sending: { outgoing: [outgoing(1, "sending")] },
};

const speakers: readonly (Partial<ChatMessage> & { readonly username: string })[] = [
  { username: "furlong9" },
  { username: "low_gear" },
  { username: "ada.sol", is_partner: true },
  { username: "hoofbeat" },
  { username: "railbird", is_streamer: true },
  { username: "turf_mo", isModerator: true },
  { username: "nightjar", active_title: "Stable Legend" },
  { username: "steward", isAdmin: true, isModerator: true, hasStar: true },
  {
    username: "everything_at_once20",
    isAdmin: true,
    is_streamer: true,
    is_partner: true,
    active_title: "Night Owl",
  },
];
const texts = [
  "gg silver by a nose 🏆",
  "third time today it finished second 😭",
  "exacta streak, two to go 🔥",
  "who picked storm chaser at ×5.78?",
  "I &lt;3 lane 4 https://example.org/",
  "keep links out of here please, both of you",
  "0.25 on Midnight Runner :gallop:",
  "jackpot race at the top of the hour",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

const messages = (): readonly ChatMessage[] =>
  Array.from({ length: 27 }, (_, index) => ({
    id: `m${index}`,
    walletAddress: `${speakers[index % speakers.length]?.username}-wallet`,
    content: texts[index % texts.length] ?? "",
    room: "lobby",
    timestamp: inMs((index - 27) * 3_600_000),
    isAdmin: false,
    isModerator: false,
    hasStar: false,
    active_title: null,
    is_streamer: false,
    is_partner: false,
    username: "",
    ...speakers[index % speakers.length],
  }));
