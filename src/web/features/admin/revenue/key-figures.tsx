import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { SignedSol } from "../kit/signed-sol.tsx";
import { revenueWords } from "./words.en.ts";

type Statistics = Reply<Api["getRevenue"]>["statistics"];

/** The sums of all time (rule MONEY-25). */
export function KeyFigures({ statistics }: { readonly statistics: Statistics }) {
  const { t, whole, percent } = useWords(revenueWords);
  const figures = [
    { name: t("users"), figure: whole(statistics.totalUsers), note: t("allTime") },
    {
      name: t("totalWagers"),
      figure: <SignedSol amount={statistics.totalWagered} isPlain />,
      note: t("settledBets"),
    },
    {
      name: t("totalWinnings"),
      figure: <SignedSol amount={statistics.totalWon} isPlain />,
      note: t("winningBets"),
    },
    { name: t("payoutRate"), figure: percent(statistics.payoutRate * 100, 2), note: t("ofWagers") },
    {
      name: t("houseProfit"),
      figure: <SignedSol amount={statistics.houseProfit} isPlain />,
      note: t("percentOfWagers", { percent: percent(statistics.profitPercentage, 2) }),
    },
    {
      name: t("totalGifts"),
      figure: <SignedSol amount={statistics.totalGifted} isPlain />,
      note: t("adjustmentCount", { count: statistics.totalAdjustments }),
    },
    {
      name: t("netProfit"),
      figure: (
        <span className="text-bright">
          <SignedSol amount={statistics.netProfit} isPlain />
        </span>
      ),
      note: t("percentOfWagers", { percent: percent(statistics.netProfitPercentage, 2) }),
    },
  ];
  return (
    <div className="panel overflow-hidden">
      <dl className="-mt-px -ml-px grid grid-cols-2 tablet:grid-cols-4 wide:grid-cols-[0.7fr_repeat(2,1.2fr)_0.9fr_repeat(3,1.1fr)]">
        {figures.map(({ name, figure, note }) => (
          <div key={name} className="min-w-0 border-t border-l border-hair px-4 py-2.5">
            <dt className="text-xs text-muted">{name}</dt>
            <dd translate="no" className="figure text-lg break-words">
              {figure}
            </dd>
            <dd className="text-xs text-muted">{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
