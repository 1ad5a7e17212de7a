import type { ReactNode } from "react";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { type Lamports, type SignedLamports, signedLamports } from "../../../../domain/lamports.ts";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { LoadFailure } from "../kit/load-failure.tsx";
import { SignedSol } from "../kit/signed-sol.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import type { AdminRace } from "./race-status.tsx";
import { racesWords } from "./words.en.ts";

type Preview = Reply<Api["previewRaceRefund"]>;

/** What a refund of the race would do now. */
export function useRefundPreview({ id }: AdminRace) {
  const walletAddress = useAdminAddress();
  return useAnswer("previewRaceRefund", { params: { id }, query: { walletAddress } });
}

/** What a refund of the race would cost now, down to what the house has left. */
export function RefundSums({ race }: { readonly race: AdminRace }) {
  const { t } = useWords(racesWords);
  const { data, error, refetch } = useRefundPreview(race);
  if (data !== undefined) return <Sums preview={data} />;
  if (error === null) return <Skeleton className="h-40" />;
  return <LoadFailure error={error} fallback={t("previewFailed")} retry={refetch} />;
}

function Sums({ preview }: { readonly preview: Preview }) {
  const { t, sol, whole } = useWords(racesWords);
  const { equity, equityAfter } = preview;
  return (
    <>
      <dl className="text-sm">
        <Row name={t("playersBack")}>{whole(preview.bets)}</Row>
        <Row name={t("stakesBack")}>
          <InSol amount={preview.stakes} />
        </Row>
        {preview.jackpot > 0n && (
          <Row name={t("jackpotBack")}>
            <InSol amount={preview.jackpot} />
          </Row>
        )}
        {equity !== null && equityAfter !== null && (
          <>
            <Row name={t("equityNow")}>
              <InSol amount={equity} />
            </Row>
            <Row name={t("afterRefund")}>
              <span className="text-bright">
                <InSol amount={equityAfter} />
              </span>
            </Row>
          </>
        )}
      </dl>
      {preview.missing > 0n && (
        <p role="alert" className="text-sm font-bold text-bad">
          {t("notCovered", { amount: sol(preview.missing) })}
        </p>
      )}
    </>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-hair py-1.5 first:border-t-0">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-bold whitespace-nowrap">{children}</dd>
    </div>
  );
}

const InSol = ({ amount }: { readonly amount: Lamports | SignedLamports }) => (
  <>
    <SignedSol amount={signedLamports(amount)} isPlain /> SOL
  </>
);
