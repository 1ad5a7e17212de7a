import { ok } from "../../domain/result.ts";
import { confirmBet, type ConfirmPorts } from "./confirm-bet.ts";
import { prepareBet, type PreparePorts } from "./prepare-bet.ts";
import { submitBet } from "./submit-bet.ts";
import type { Chain } from "../ports.ts";
import type { Handlers } from "../http/handler.ts";

export type BetPorts = PreparePorts &
  ConfirmPorts & { readonly chain: Pick<Chain, "send" | "latestBlockhash" | "transaction"> };

export const betHandlers = (ports: BetPorts) =>
  ({
    async prepareBet({ params, body }, { wallet, isAdmin }) {
      const { horseId, amount: stake } = body;
      const prepared = await prepareBet(ports, { raceId: params.id, wallet, isAdmin, horseId, stake });
      if (!prepared.ok) return prepared;
      const { betId, payment } = prepared.value;
      return ok({
        message: payment
          ? "Sign the transaction in your wallet to place the bet"
          : "Bet Placed Successfully!",
        testing: payment === null,
        serializedTransaction: payment?.wire ?? null,
        betId,
        lastValidBlockHeight: payment?.lastValidBlockHeight ?? null,
        houseWallet: payment?.depositAddress ?? null,
        amount: stake,
      });
    },

    submitBet: ({ params, body }, { wallet }) =>
      submitBet(ports, {
        raceId: params.id,
        betId: body.betId,
        wallet,
        signedTransaction: body.signedTransaction,
      }),

    async confirmBet({ params, body }, { wallet }) {
      const confirmed = await confirmBet(ports, {
        raceId: params.id,
        betId: body.betId,
        wallet,
        signature: body.txSignature ?? null,
        horseId: body.horseId ?? null,
      });
      if (!confirmed.ok) return confirmed;
      const bet = confirmed.value;
      return ok({
        message: "Bet Placed Successfully!",
        bet: {
          id: bet.id,
          race_id: bet.raceId,
          horse_id: bet.horseId,
          horse_number: bet.horseNumber,
          horse_name: bet.horseName,
          bet_amount: bet.stake,
          payout_amount: null,
          result: null,
        },
      });
    },
  }) satisfies Partial<Handlers>;
