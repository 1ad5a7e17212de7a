import { LoaderCircle, QrCode } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { type Lamports, ZERO } from "../../../../domain/lamports.ts";
import { formatSol, parseSol } from "../../../../domain/sol-amount.ts";
import { payableFromWallet } from "../../../../domain/wallet-funds.ts";
import { callApi } from "../../../foundation/lib/api.ts";
import { useAttempts } from "../../../foundation/lib/attempts.ts";
import { refetchBalance, useBalance } from "../../../foundation/lib/balance.ts";
import { closeDialog } from "../../../foundation/lib/dialogs.ts";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { payerOf } from "../../../foundation/lib/wallet/sign-payment.ts";
import { useWallet } from "../../../foundation/lib/wallet/wallet-store.ts";
import { whileDepositing, whileWalletAsks } from "../../../foundation/live/own-deposit.ts";
import { AmountField, SolUnit } from "../../../foundation/ui/amount-field.tsx";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { toast } from "../../../foundation/ui/toast.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { laterIfAtAll } from "../../../foundation/lib/later.ts";
import { type DepositStep, makeDeposit } from "./make-deposit.ts";
import { PresetButtons } from "../preset-buttons.tsx";
import { usePresets } from "../presets.ts";
import { placingWords } from "../placing/words.en.ts";
import { betWords } from "../words.en.ts";
import { depositWords } from "./words.en.ts";

const DepositCode = laterIfAtAll(async () => (await import("./deposit-code.tsx")).DepositCode);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Moves money from the wallet to the balance, at most what the wallet can pay (rules BET-22 and BET-25). A deposit goes
 * on when the dialog is closed; its result is then a toast (rule BET-26).
 */
export function DepositDialog({ address }: { readonly address: string }) {
  const balance = useBalance(address);
  const runtime = useRuntime();
  const presets = usePresets(address);
  const [text, setText] = useState("");
  const [step, setStep] = useState<DepositStep | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const [coded, setCoded] = useState<Lamports | null>(null);
  const { t, sol } = useWords(depositWords);
  const inBet = useWords(betWords);
  const inPlacing = useWords(placingWords);
  const amount = parseSol(text);
  const inWallet = balance?.wallet ?? null;
  const most =
    inWallet === null || runtime === undefined ? null : payableFromWallet(inWallet, runtime.priorityFeeCap);
  const isShort = amount.ok && most !== null && amount.value > most;
  const canDeposit = amount.ok && amount.value > 0n && !isShort && step === null;

  const attempts = useAttempts();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const submit = async (value: Lamports) => {
    const { wallet, account } = useWallet.getState();
    if (wallet === null || account?.address !== address || runtime === undefined) return;
    setComplaint(null);
    const payer = payerOf(wallet, account, runtime.network);
    const ports = {
      call: callApi,
      attempts,
      wait,
      ...payer,
      sign: (transaction: string) => whileWalletAsks(() => payer.sign(transaction)),
    };
    const done = await whileDepositing(async () => {
      const result = await makeDeposit(ports, value, setStep);
      await refetchBalance();
      return result;
    });
    setStep(null);
    if (useWallet.getState().account?.address !== address) return;
    if (done.ok) {
      toast.good(t("depositDone", { amount: sol(done.value) }));
      if (isOpen.current) closeDialog();
      return;
    }
    const failed = done.message ?? t("depositConfirmFailed");
    if (isOpen.current) setComplaint(failed);
    else toast.bad(failed);
  };

  return (
    <Dialog open onClose={closeDialog} title={t("depositTitle")}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount.ok && canDeposit) void submit(amount.value);
        }}
      >
        <p className="text-sm text-muted">{t("depositExplained")}</p>
        <AmountField
          label={inBet.t("amountInSol")}
          value={text}
          onChange={(value) => {
            setText(value);
            setComplaint(null);
          }}
          disabled={step !== null}
          placeholder="0.0"
          className="min-h-14 bg-bg px-4"
          textSize="text-xl"
        >
          <SolUnit />
        </AmountField>
        <div className="flex gap-2">
          <PresetButtons
            presets={presets}
            chosen={amount.ok ? amount.value : null}
            disabled={step !== null}
            onChoose={setText}
          />
        </div>
        <dl className="flex flex-col gap-1 text-sm">
          <div className="flex justify-between">
            <dt className="text-muted">{inBet.t("fromWallet")}</dt>
            <dd>
              <button
                type="button"
                disabled={step !== null || most === null || most === ZERO}
                onClick={() => most !== null && setText(formatSol(most))}
                translate="no"
                className="figure -my-2.5 min-h-11 font-bold text-accent underline-offset-4 hover:underline disabled:text-muted"
              >
                {inWallet === null ? "–" : `${sol(inWallet, 4)} SOL`}
              </button>
            </dd>
          </div>
          <div className="flex justify-between">
            <dt className="text-muted">{inBet.t("fromBalance")}</dt>
            <dd translate="no" className="figure">
              {balance === undefined ? "–" : `${sol(balance.server, 4)} SOL`}
            </dd>
          </div>
        </dl>
        {isShort && <p className="text-sm text-bad">{t("depositShort")}</p>}
        {complaint !== null && (
          <p role="alert" className="rounded-m border border-bad/60 p-3 text-sm text-bad">
            {complaint}
          </p>
        )}
        {step === "signing again" && (
          <output className="text-sm text-muted">{inPlacing.t("signAgain")}</output>
        )}
        <Button look="primary" type="submit" disabled={!canDeposit} className="w-full">
          {step === null ? (
            inBet.t("deposit")
          ) : (
            <>
              <LoaderCircle aria-hidden size={18} className="animate-spin" />
              {inBet.t(stepTexts[step])}
            </>
          )}
        </Button>
        {coded !== null && amount.ok && amount.value === coded ? (
          <Suspense>
            <DepositCode address={address} amount={coded} />
          </Suspense>
        ) : (
          <Button
            disabled={step !== null || !amount.ok || amount.value === ZERO}
            onClick={() => amount.ok && setCoded(amount.value)}
            className="w-full"
          >
            <QrCode aria-hidden size={18} />
            {t("codeShow")}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

const stepTexts = {
  preparing: "preparingNow",
  signing: "signNow",
  "signing again": "signNow",
  sent: "sentNow",
} as const;
