import { ok } from "../../../domain/result.ts";
import { confirmBet, type ConfirmPorts } from "./confirm-bet.ts";
import { confirmDeposit } from "./confirm-deposit.ts";
import { prepareBet, type PreparePorts } from "./prepare-bet.ts";
import { prepareDeposit } from "./prepare-deposit.ts";
import { readRepeat } from "./repeats/read-repeat.ts";
import { resumeRepeat } from "./repeats/resume-repeat.ts";
import { startRepeat } from "./repeats/start-repeat.ts";
import { stopRepeat } from "./repeats/stop-repeat.ts";
import type { SendPorts } from "./send-payment.ts";
import { submitBet } from "./submit-bet.ts";
import { submitDeposit } from "./submit-deposit.ts";
import { balanceOf } from "../../foundation/books/ledger.ts";
import type { Chain } from "../../foundation/ports.ts";
import type { Caller, Handlers } from "../../foundation/http/handler.ts";

export type BetPorts = PreparePorts &
  ConfirmPorts &
  SendPorts & {
    readonly isLocal: boolean;
    readonly chain: Pick<Chain, "send" | "latestBlockhash" | "tip" | "transaction">;
  };

/** Whether the wallet has confirmed larger bets from its balance in this browser (rule BALANCE-1). */
const mayBetMore = (stepUp: Caller["stepUp"]): boolean => (stepUp?.balanceBetsUntil ?? null) !== null;

export const betHandlers = (ports: BetPorts) =>
  ({
    async prepareBet({ params, body }, { wallet, isAdmin, stepUp }, { country }) {
      const { horseId, amount: stake, from = "wallet", version } = body;
      const prepared = await prepareBet(ports, {
        raceId: params.id,
        wallet,
        isAdmin,
        isBarredFromJackpots: isAdmin && !ports.isLocal,
        horseId,
        stake,
        from,
        version,
        isSteppedUp: mayBetMore(stepUp),
        country,
      });
      if (!prepared.ok) return prepared;
      const { betId, salt, payment, ledger } = prepared.value;
      return ok({
        message: payment
          ? "Sign the transaction in your wallet to place the bet"
          : "Bet Placed Successfully!",
        testing: ledger === "play",
        placed: payment === null,
        serializedTransaction: payment?.wire ?? null,
        betId,
        salt,
        commitment: payment?.commitment ?? null,
        root: payment?.root ?? null,
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

    async prepareDeposit({ body: { amount, version } }, { wallet }, { country }) {
      const prepared = await prepareDeposit(ports, { wallet, amount, version, country });
      if (!prepared.ok) return prepared;
      const { depositId, wire, lastValidBlockHeight, depositAddress } = prepared.value;
      return ok({
        depositId,
        serializedTransaction: wire,
        lastValidBlockHeight,
        houseWallet: depositAddress,
        amount,
      });
    },

    submitDeposit: ({ body: { signedTransaction } }, { wallet }) =>
      submitDeposit(ports, { wallet, signedTransaction }),

    async confirmDeposit({ body: { txSignature: signature } }, { wallet }) {
      const confirmed = await confirmDeposit(ports, { wallet, signature });
      if (!confirmed.ok) return confirmed;
      return ok({ amount: confirmed.value, balance: await balanceOf(ports.db, `user:${wallet}`) });
    },

    getRepeat: async (_input, { wallet }) => ok({ repeat: await readRepeat(ports.db, wallet) }),

    async startRepeat({ body }, { wallet, stepUp }, { country }) {
      const { horse, amount: stake, races, stopAtLoss, raceId = null } = body;
      const chosen =
        typeof horse === "string"
          ? { horse, horseId: null }
          : { horse: "chosen" as const, horseId: horse.id };
      const started = await startRepeat(ports, {
        wallet,
        ...chosen,
        stake,
        races,
        stopAtLoss,
        raceId,
        isSteppedUp: mayBetMore(stepUp),
        country,
      });
      return started.ok ? ok({ repeat: await readRepeat(ports.db, wallet) }) : started;
    },

    async resumeRepeat({ body: { raceId } }, { wallet, stepUp }) {
      const resumed = await resumeRepeat(ports, { wallet, raceId, isSteppedUp: mayBetMore(stepUp) });
      return resumed.ok ? ok({ repeat: await readRepeat(ports.db, wallet) }) : resumed;
    },

    async stopRepeat(_input, { wallet }) {
      await stopRepeat(ports, wallet);
      return ok({ repeat: await readRepeat(ports.db, wallet) });
    },

    async confirmBet({ params, body }, { wallet }) {
      const confirmed = await confirmBet(ports, {
        raceId: params.id,
        betId: body.betId,
        wallet,
        signature: body.txSignature ?? null,
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
          takeBackFrom: null,
        },
      });
    },
  }) satisfies Partial<Handlers>;
