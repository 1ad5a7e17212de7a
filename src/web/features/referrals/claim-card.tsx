import { useMutation, useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { lamports, ZERO } from "../../../domain/lamports.ts";
import { canClaim } from "../../../domain/referral.ts";
import { shortAddress } from "../../../domain/wallet-address.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { useAttempts } from "../../foundation/lib/attempts.ts";
import { refetchBalance } from "../../foundation/lib/balance.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { invalidateQueries, queryKeys } from "../../foundation/lib/query-keys.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { ProgressBar } from "../../foundation/ui/progress-bar.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { referralWords } from "./words.en.ts";

/** 0.05 SOL, until the server has named its own minimum. */
const DEFAULT_MINIMUM = lamports(50_000_000n);

type Claim = Reply<Api["claimReferrals"]>;

/**
 * What can be claimed, the minimum that is paid out, and the button; summary and list are refetched after a claim.
 */
export function ClaimCard({ address }: { readonly address: string }) {
  const { t, sol } = useWords(referralWords);
  const { data } = useQuery({
    queryKey: queryKeys.referralSummary(address),
    queryFn: () => fetchApi("getReferralSummary", { params: { wallet: address } }),
    refetchOnMount: "always",
  });
  const attempts = useAttempts();
  const claim = useMutation({
    mutationFn: () => fetchApi("claimReferrals", { body: { wallet: address } }, attempts),
    onSettled: async () => {
      await Promise.all([invalidateQueries("referralSummary", "referrals"), refetchBalance()]);
    },
  });
  const minimum = data?.minPayout ?? DEFAULT_MINIMUM;
  const claimable = data?.claimable ?? ZERO;
  const isEnough = canClaim(claimable, minimum);
  return (
    <section className="card flex min-w-0 flex-col gap-1 px-4 pt-2.5 pb-4">
      <h2 className="text-lg">{t("claimable")}</h2>
      <p translate="no" className="figure text-2xl text-bright">
        {data === undefined ? "–" : sol(claimable, 4)}{" "}
        <span className="font-ui text-sm font-bold text-muted">SOL</span>
      </p>
      <p className="text-sm text-muted">{t("paidTo", { wallet: shortAddress(address, 6, 4) })}</p>
      <ProgressBar
        label={t("minimum")}
        value={Math.min(1, Number(claimable) / Math.max(1, Number(minimum)))}
        max={1}
        className="mt-1 w-full"
      />
      <p className="mb-2 flex items-center justify-between gap-3 text-xs text-muted">
        <span className={`flex items-center gap-1 ${isEnough ? "text-good" : ""}`}>
          {isEnough && <Check aria-hidden size={14} />}
          {t(isEnough ? "aboveMinimum" : "belowMinimum")}
        </span>
        <span title={t("minimum")}>{sol(minimum, 4)} SOL</span>
      </p>
      <Button
        look="primary"
        className="mt-auto text-base"
        disabled={!isEnough || claim.isPending}
        onClick={() => claim.mutate()}
      >
        {claim.isPending
          ? t("withdrawing")
          : isEnough
            ? t("withdrawAmount", { amount: sol(claimable, 4) })
            : t("withdraw")}
      </Button>
      {claim.isError && (
        <p role="alert" className="mt-1 text-sm text-bad">
          {errorText(claim.error, t("claimFailed"))}
        </p>
      )}
      <output className="text-sm text-good">
        {claim.data !== undefined && <ClaimAnswer claim={claim.data} />}
      </output>
    </section>
  );
}

function ClaimAnswer({ claim: { signature, state } }: { readonly claim: Claim }) {
  const { t } = useWords(referralWords);
  if (signature !== null) return <span className="break-all">{t("claimSent", { signature })}</span>;
  return t(state === "locked" ? "claimLocked" : "claimQueued");
}
