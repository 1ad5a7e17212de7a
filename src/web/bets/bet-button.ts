import type { OwnBet } from "../../contract/races/race-shape.ts";
import type { Player } from "../lib/player.ts";
import type { Phase } from "../live/race-phase.ts";
import type { BetStep } from "./place-bet.ts";
import type { betWords } from "./words.en.ts";
import type { SpokenWords } from "../words/words.ts";

type BetLanguage = SpokenWords<typeof betWords>;

export interface BetButton {
  readonly label: string;
  /** What a press does; null when the button is off. */
  readonly action: "connect" | "create profile" | "ask again" | "bet" | "look again" | null;
}

interface Situation {
  readonly player: Player;
  readonly phase: Phase["kind"];
  readonly step: BetStep | null;
  readonly yourBet: OwnBet | null;
  readonly maintenance: boolean;
}

/** What the one button of the bet panel says and does. */
export function betButton(
  { player, phase, step, yourBet, maintenance }: Situation,
  { say, sol }: BetLanguage,
): BetButton {
  if (yourBet !== null) {
    const { bet_amount, horse_number } = yourBet;
    return { label: say("betPlacedOn", { amount: sol(bet_amount), number: horse_number }), action: null };
  }
  const onItsWay = step === null ? null : stepButton(step, say);
  if (onItsWay !== null) return onItsWay;
  switch (player.kind) {
    case "visitor":
      return { label: say("connectWallet"), action: "connect" };
    case "connecting":
      return { label: say("connecting"), action: null };
    case "unproven":
      return { label: say("signIn"), action: "connect" };
    case "unknown":
      return { label: say("tryAgain"), action: "ask again" };
    case "newcomer":
      return { label: say("createProfile"), action: "create profile" };
    case "player":
      return playerButton(phase, maintenance && !player.isAdmin, say);
  }
}

function playerButton(phase: Phase["kind"], isBlocked: boolean, say: BetLanguage["say"]): BetButton {
  if (isBlocked) return { label: say("disabledMaintenance"), action: null };
  if (phase === "waiting" || phase === "countdown") return { label: say("placeBet"), action: "bet" };
  return { label: say(phase === "opening" ? "openingSoon" : "bettingClosed"), action: null };
}

function stepButton(step: BetStep, say: BetLanguage["say"]): BetButton | null {
  switch (step.kind) {
    case "preparing":
      return { label: say("preparingNow"), action: null };
    case "signing":
      return { label: say("signNow"), action: null };
    case "sent":
      return { label: say("sentNow"), action: null };
    case "unseen":
      return { label: say("lookAgain"), action: "look again" };
    case "in":
      return { label: say("betPlaced"), action: null };
    case "failed":
      return null;
  }
}
