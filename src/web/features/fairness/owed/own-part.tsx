import { Check, CircleAlert, LoaderCircle, X } from "lucide-react";
import type { ReactNode } from "react";
import { isLamports, type SignedLamports, ZERO } from "../../../../domain/lamports.ts";
import { useBalance } from "../../../foundation/lib/balance.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { OwnPart } from "./check-liabilities.ts";
import { useOwnPart } from "./use-own-part.ts";
import { owedWords } from "./words.en.ts";

/** Next to the balance: whether the page found it in what the house owes, what was counted, and a button to recount. */
export function OwnPartLine({ address }: { readonly address: string }) {
  const { part, isError, isBusy, recount } = useOwnPart(address);
  const { t } = useWords(owedWords);
  return (
    <section data-testid="own-part" aria-busy={isBusy} className="flex flex-col gap-1 text-xs">
      <Outcome part={part} isError={isError} address={address} />
      <div className="flex flex-wrap items-center gap-x-3">
        <button
          type="button"
          disabled={isBusy}
          onClick={recount}
          className="min-h-11 font-bold text-accent disabled:text-muted tablet:min-h-7"
        >
          {t(isBusy && part !== undefined ? "stale" : "checkAgain")}
        </button>
        <details className="group min-w-0 open:basis-full">
          <summary className="flex min-h-11 cursor-pointer tablet:min-h-7 items-center text-muted underline-offset-4 hover:underline">
            {t("proves")}
          </summary>
          <p className="pb-1 leading-relaxed text-muted">{t("provesAbout")}</p>
        </details>
      </div>
    </section>
  );
}

interface OutcomeProps {
  /** Null if there is no tree; undefined while it is being read. */
  readonly part: OwnPart | null | undefined;
  readonly isError: boolean;
  readonly address: string;
}

function Outcome({ part, isError, address }: OutcomeProps) {
  const { t, sol, dayAndTime } = useWords(owedWords);
  const here = useBalance(address)?.server ?? ZERO;
  if (part === undefined) {
    return isError ? (
      <State name="unread">{t("ownFailed")}</State>
    ) : (
      <State name="reading">{t("ownReading")}</State>
    );
  }
  if (part === null) return <State name="absent">{t("noTree")}</State>;
  const { newest, onChain, balance, counted, at } = part;
  const wrong = [newest, onChain?.finding].find((finding) => finding?.state === "differs");
  if (wrong?.state === "differs") {
    return (
      <State name="differs">
        {t("ownDiffers")}{" "}
        {wrong.found !== "–" && <code className="block font-mono font-normal break-all">{wrong.found}</code>}
      </State>
    );
  }
  const time = dayAndTime(at);
  const isMoved = balance !== here;
  if (counted === 0n) {
    return (
      <State name={isMoved ? "unread" : "absent"}>{isMoved ? t("notYet", { time }) : t("nothingOwed")}</State>
    );
  }
  const amount = (lamports: SignedLamports) => (isLamports(lamports) ? sol(lamports, 4) : "–");
  const isOnChain = onChain?.finding.state === "checked";
  return (
    <>
      <State name="checked">{t("counted")}</State>
      <p className="pl-[22px] text-muted">
        {amount(counted)} SOL · {time}
        {isMoved && ` · ${t("countedBefore", { now: sol(here, 4) })}`}
      </p>
      {onChain === null ? (
        <p className="pl-[22px] text-muted">{t("notOnChain")}</p>
      ) : (
        <>
          <State name={isOnChain ? "checked" : "unread"}>{t(isOnChain ? "onChain" : "onChainUnread")}</State>
          <p className="pl-[22px] text-muted">
            {amount(onChain.counted)} SOL · {dayAndTime(onChain.at)}
          </p>
        </>
      )}
    </>
  );
}

const looks = {
  checked: { Icon: Check, look: "text-good" },
  differs: { Icon: X, look: "font-bold text-bad" },
  unread: { Icon: CircleAlert, look: "text-warn" },
  reading: { Icon: LoaderCircle, look: "text-muted" },
  absent: { Icon: null, look: "text-muted" },
} as const;

interface StateProps {
  readonly name: keyof typeof looks;
  readonly children: ReactNode;
}

/** The result of a check, with its mark. */
export function State({ name, children }: StateProps) {
  const { Icon, look } = looks[name];
  return (
    <p
      data-state={name}
      role={name === "differs" ? "alert" : undefined}
      className={`flex items-start gap-1.5 ${look}`}
    >
      {Icon !== null && (
        <Icon aria-hidden size={16} className={name === "reading" ? "animate-spin" : undefined} />
      )}
      <span className="min-w-0">{children}</span>
    </p>
  );
}
