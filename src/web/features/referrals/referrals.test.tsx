import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Lamports, lamports } from "../../../domain/lamports.ts";
import { queryClient } from "../../foundation/lib/query-client.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";
import { ClaimCard } from "./claim-card.tsx";
import { ReferredPlayers } from "./referred-players.tsx";

const address = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";
const sol = (amount: number): Lamports => lamports(BigInt(Math.round(amount * 1e9)));

beforeEach(() => queryClient.clear());
afterEach(() => queryClient.clear());

const drawn = (part: ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

function claimCard(claimable: Lamports) {
  queryClient.setQueryData(queryKeys.referralSummary(address), { claimable, minPayout: sol(0.05) });
  return drawn(<ClaimCard address={address} />);
}

it("REFERRAL-6 the button is enabled from the minimum up, within a lamport", () => {
  const isDisabled = (markup: string) => /<button[^>]* disabled=""/.test(markup);
  expect(isDisabled(claimCard(sol(0.2125)))).toBe(false);
  expect(isDisabled(claimCard(lamports(49_999_999n)))).toBe(false);
  expect(isDisabled(claimCard(lamports(49_999_998n)))).toBe(true);
  const text = textOf(claimCard(sol(0.2125)));
  expect(text).toContain("0.2125 SOL Paid to your wallet 4Nd1mY…f9bH");
  expect(text).toContain("Above the minimum 0.0500 SOL Withdraw 0.2125 SOL");
});

it("what did not load is a dash without a message, and cannot be withdrawn", () => {
  const markup = drawn(<ClaimCard address={address} />);
  expect(textOf(markup)).toContain("Claimable – SOL");
  expect(textOf(markup)).toContain("Below the minimum 0.0500 SOL Withdraw");
  expect(markup).not.toContain('role="alert"');
  const list = drawn(<ReferredPlayers pages={null} hasFailed retry={() => undefined} more={null} />);
  expect(textOf(list)).toBe("Referred players Try again");
});

it("PRIVACY-5 the list has a row for each player, stars where figures are hidden, and the totals", () => {
  const player = (username: string, figures: Lamports | null) => ({
    id: username,
    username,
    referred_wallet: address,
    created_at: new Date(2026, 10, 11, 12),
    total_referred_wager: figures,
    total_earned: figures,
  });
  const page = {
    referrals: [player("hoofbeat", sol(1.5)), player("streamer", null)],
    totalReferrals: 2,
    totalReferredWager: sol(342.8),
    totalEarnings: sol(0.857),
    nextCursor: null,
  };
  const list = (pages: readonly (typeof page)[]) =>
    textOf(drawn(<ReferredPlayers pages={pages} hasFailed={false} retry={() => undefined} more={null} />));
  expect(list([page])).toBe(
    "Referred players 2 players, newest first User Joined Wager volume Your earnings " +
      "hoofbeat November 11, 2026 1.5000 1.5000 streamer November 11, 2026 *** *** Total 342.8000 0.8570 " +
      "Players shown with *** hide their figures. The wager volume leaves them out; your earnings include them.",
  );
  expect(list([{ ...page, referrals: [player("hoofbeat", sol(1.5))] }])).not.toContain("hide their figures");
  expect(list([{ ...page, referrals: [], totalReferrals: 0 }])).toContain(
    "Nobody has joined through your link yet.",
  );
});
