import { formatSol } from "../../../domain/sol-amount.ts";
import type { OwnBet } from "../../../contract/race-shape.ts";
import type { Player } from "../../lib/player.ts";
import type { Phase } from "../race-view.ts";
import type { BetStep } from "./place-bet.ts";

export interface BetButton {
  readonly label: string;
  /** What a press does; null when the button is off. */
  readonly action: "connect" | "create profile" | "bet" | "look again" | null;
}

interface Situation {
  readonly player: Player;
  readonly phase: Phase["kind"];
  readonly step: BetStep | null;
  readonly yourBet: OwnBet | null;
  readonly maintenance: boolean;
}

/** What the one button of the bet panel says and does. */
export function betButton({ player, phase, step, yourBet, maintenance }: Situation): BetButton {
  if (yourBet !== null) {
    const { bet_amount, horse_number } = yourBet;
    return { label: `Bet placed · ${formatSol(bet_amount)} SOL on ${horse_number}`, action: null };
  }
  const onItsWay = step === null ? null : stepButton(step);
  if (onItsWay !== null) return onItsWay;
  switch (player.kind) {
    case "visitor":
      return { label: "Connect Wallet", action: "connect" };
    case "connecting":
      return { label: "Connecting…", action: null };
    case "unproven":
      return { label: "Sign In", action: "connect" };
    case "newcomer":
      return { label: "Create Profile", action: "create profile" };
    case "player":
      return playerButton(phase, maintenance && !player.isAdmin);
  }
}

function playerButton(phase: Phase["kind"], isBlocked: boolean): BetButton {
  if (isBlocked) return { label: "Disabled (maintenance)", action: null };
  if (phase === "waiting" || phase === "countdown") return { label: "Place Bet", action: "bet" };
  return { label: phase === "opening" ? "Opening soon" : "Betting Closed", action: null };
}

function stepButton(step: BetStep): BetButton | null {
  switch (step.kind) {
    case "preparing":
      return { label: "Preparing…", action: null };
    case "signing":
      return { label: "Sign in your wallet…", action: null };
    case "sent":
      return { label: "Sent, waiting…", action: null };
    case "unseen":
      return { label: "Look Again", action: "look again" };
    case "in":
      return { label: "Bet placed", action: null };
    case "failed":
      return null;
  }
}
