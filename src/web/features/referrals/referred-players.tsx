import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { openPlayerCard } from "../../foundation/lib/dialogs.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Card } from "../../foundation/ui/card.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { referralWords } from "./words.en.ts";

type Page = Reply<Api["getReferrals"]>;

interface ReferredPlayersProps {
  /** Null until the server has answered. */
  readonly pages: readonly Page[] | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
  /** Null on the last page. */
  readonly more: (() => void) | null;
}

/** The players whom the player referred, newest first; stars where a streamer hides the figures. */
export function ReferredPlayers({ pages, hasFailed, retry, more }: ReferredPlayersProps) {
  const { t } = useWords(referralWords);
  const [first] = pages ?? [];
  const referrals = pages?.flatMap((page) => page.referrals) ?? [];
  return (
    <Card
      heading={t("referredPlayers")}
      aside={
        first !== undefined && first.totalReferrals > 0 && t("playerCount", { count: first.totalReferrals })
      }
    >
      {first === undefined && !hasFailed && <Skeleton className="m-4 mt-0 h-44" />}
      {first === undefined && hasFailed && (
        <Button className="m-4 mt-0 self-start" onClick={retry}>
          {t("tryAgain")}
        </Button>
      )}
      {first?.totalReferrals === 0 && <p className="px-4 pb-4 text-muted">{t("nobodyYet")}</p>}
      {first !== undefined && referrals.length > 0 && (
        <table className="w-full text-left text-sm">
          <thead className="text-xs text-muted max-tablet:sr-only">
            <tr className="border-b border-divider [&>th]:h-9 [&>th]:px-4 [&>th]:font-medium">
              <th>{t("user")}</th>
              <th>{t("joined")}</th>
              <th className="text-right">{t("volume")}</th>
              <th className="text-right">{t("yourEarnings")}</th>
            </tr>
          </thead>
          <tbody>
            {referrals.map((referral) => (
              <ReferralRow key={referral.id} referral={referral} />
            ))}
          </tbody>
          <tfoot>
            <TotalRow totals={first} />
          </tfoot>
        </table>
      )}
      {referrals.some(({ total_referred_wager: wagered }) => wagered === null) && (
        <p className="px-4 py-2 text-xs text-muted">{t("hiddenFigures")}</p>
      )}
      {more !== null && (
        <Button look="quiet" className="self-center" onClick={more}>
          {t("showMore")}
        </Button>
      )}
    </Card>
  );
}

const row =
  "border-t border-hair max-tablet:grid max-tablet:min-h-12 max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:px-4 max-tablet:py-1.5 tablet:[&>*]:h-[34px] tablet:[&>*]:px-4 [&>*]:text-left [&>*]:whitespace-nowrap";

function ReferralRow({ referral }: { readonly referral: Page["referrals"][number] }) {
  const { day } = useWords(referralWords);
  return (
    <tr className={`${row} relative`}>
      <th scope="row" className="truncate font-bold">
        <button
          type="button"
          onClick={() => openPlayerCard({ wallet: referral.referred_wallet, name: referral.username })}
          className="after:absolute after:inset-0 hover:text-bright"
        >
          {referral.username}
        </button>
      </th>
      <td className="text-muted max-tablet:order-3 max-tablet:text-xs">{day(referral.created_at)}</td>
      <Amounts wagered={referral.total_referred_wager} earned={referral.total_earned} />
    </tr>
  );
}

function TotalRow({ totals }: { readonly totals: Page }) {
  const { t } = useWords(referralWords);
  return (
    <tr className={`${row} font-bold`}>
      <th scope="row" colSpan={2} className="font-bold">
        {t("total")}
      </th>
      <Amounts wagered={totals.totalReferredWager} earned={totals.totalEarnings} />
    </tr>
  );
}

interface AmountsProps {
  readonly wagered: Lamports | null;
  readonly earned: Lamports | null;
}

function Amounts({ wagered, earned }: AmountsProps) {
  const { sol } = useWords(referralWords);
  const amountText = (amount: Lamports | null) => (amount === null ? "***" : sol(amount, 4));
  const tone = earned === null || earned === 0n ? "text-muted" : "text-good";
  return (
    <>
      <td className="text-right! max-tablet:order-4 max-tablet:col-start-2 max-tablet:text-xs max-tablet:text-muted">
        {amountText(wagered)}
      </td>
      <td className={`text-right! font-bold max-tablet:order-2 ${tone}`}>{amountText(earned)}</td>
    </>
  );
}
