import { useQuery } from "@tanstack/react-query";
import { PenLine, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { refusalText } from "../../../foundation/lib/call-refused.ts";
import { confirmSession } from "../../../foundation/lib/confirm-session.ts";
import { sessionQuery } from "../../../foundation/lib/player.ts";
import type { SigningMethod } from "../../../foundation/lib/wallet/signing-method.ts";
import type { SignInRefusal } from "../../../foundation/lib/session.ts";
import type { Refused } from "../../../../domain/result.ts";
import type { RefusalCode } from "../../../../contract/wire/refusals.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { SignInstead } from "../../../foundation/ui/sign-instead/sign-instead.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useServerNow } from "./use-server-now.ts";
import { type StepUpRequest, useStepUp } from "./step-up.ts";
import { kitWords } from "./words.en.ts";

const ownRefusals: readonly SignInRefusal[] = [
  "CONNECT_FAILED",
  "CONNECT_DECLINED",
  "SIGN_IN_DECLINED",
  "ACCOUNT_NOT_CHOSEN",
];
const isOfServer = (refused: Refused<SignInRefusal>): refused is Refused<RefusalCode> =>
  !ownRefusals.includes(refused.code);

/** Asks the admin to confirm with the wallet an action that the server would otherwise refuse. */
export function StepUpDialog() {
  const request = useStepUp((state) => state.request);
  // A wallet that never answers keeps only the request busy that it was asked for.
  return request === null ? null : <StepUpContent key={request.id} request={request} />;
}

function StepUpContent({ request }: { readonly request: StepUpRequest }) {
  const [isBusy, setBusy] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const { t } = useWords(kitWords);
  const confirm = async (method?: SigningMethod) => {
    setBusy(true);
    setComplaint(null);
    const confirmed = await confirmSession(request.purpose, method);
    setBusy(false);
    if (confirmed.ok) {
      useStepUp.setState({ until: confirmed.value.until });
      request.answer(true);
    } else setComplaint(isOfServer(confirmed) ? refusalText(confirmed) : t("stepUpDeclined"));
  };
  return (
    <Dialog open onClose={() => request.answer(false)} title={t("stepUp")}>
      <p className="text-muted">{t("stepUpWhy")}</p>
      <p className="mt-3 flex items-center gap-3 rounded-m border border-divider bg-bg p-3 font-bold">
        <PenLine aria-hidden size={18} className="text-accent" />
        {t(request.purpose)}
      </p>
      <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
        {complaint}
      </p>
      {complaint !== null && <SignInstead disabled={isBusy} onSign={(method) => void confirm(method)} />}
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button className="min-h-[54px]" onClick={() => request.answer(false)}>
          {t("cancel")}
        </Button>
        <Button look="primary" disabled={isBusy} onClick={() => void confirm()}>
          {t("sign")}
        </Button>
      </div>
    </Dialog>
  );
}

/** How long the wallet's confirmation remains valid, after a reload too; where there is little room, the bare time. */
export function StepUpLeft({ isWide = false }: { readonly isWide?: boolean }) {
  const confirmed = useStepUp((state) => state.until);
  // A page that has been reloaded knows it only from the session.
  const session = useQuery(sessionQuery);
  const until = confirmed ?? session.data?.stepUpUntil ?? null;
  const now = useServerNow();
  const { t } = useWords(kitWords);
  const leftS = until === null ? 0 : Math.max(0, Math.floor((until.getTime() - now) / 1_000));
  const time = `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, "0")}`;
  const text = leftS > 0 ? t("stepUpLeft", { time }) : t("noStepUp");
  return (
    <p
      title={text}
      className={`flex items-center gap-2 ${isWide ? "" : "max-wide:flex-col max-wide:gap-0.5"}`}
    >
      <ShieldCheck aria-hidden size={14} className={leftS > 0 ? "text-good" : ""} />
      <span className={isWide ? "" : "max-wide:sr-only"}>{text}</span>
      {leftS > 0 && !isWide && (
        <span aria-hidden className="wide:hidden">
          {time}
        </span>
      )}
    </p>
  );
}
