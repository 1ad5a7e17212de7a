import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { type SignedLamports, signedLamports } from "../../../../domain/lamports.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Part } from "../kit/tab-page.tsx";
import { SignedSol } from "../kit/signed-sol.tsx";
import { sumUp, totalOf } from "./statement-sum.ts";
import { revenueWords } from "./words.en.ts";

type Statement = Reply<Api["getRevenue"]>["statement"];

const earned = ["houseProfit", "gifts"] as const;
const earnedNotes = { houseProfit: "houseProfitNote", gifts: "giftsNote" } as const;
const spent = [
  "commissions",
  "bonusFund",
  "bonuses",
  "jackpots",
  "networkFees",
  "refunds",
  "transfers",
  "differences",
  "players",
  "funding",
] as const satisfies readonly Exclude<Statement["lines"][number]["key"], (typeof earned)[number]>[];

/** Lines that are usually zero: left out while they are zero. */
const rare: readonly string[] = ["differences", "players"];

/** From the profit to the change of equity, line by line, with a check that it adds up. */
export function EquityStatement({
  statement,
  note,
}: {
  readonly statement: Statement;
  readonly note: string;
}) {
  const { t } = useWords(revenueWords);
  const amounts = new Map(statement.lines.map(({ key, amount }) => [key, amount]));
  const amountOf = (key: Statement["lines"][number]["key"]) => amounts.get(key) ?? signedLamports(0n);
  const { sum, missing } = sumUp(statement);
  return (
    <Part heading={t("statement")} aside={note}>
      {/* Around the table: one that is a block is none to a screen reader. */}
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">{t("statement")}</caption>
          <tbody>
            {earned.map((key) => (
              <Line key={key} name={t(key)} note={t(earnedNotes[key])} amount={amountOf(key)} />
            ))}
            <Line name={t("netProfit")} amount={totalOf(earned.map(amountOf))} isSum />
            {spent
              .filter((key) => amountOf(key) !== 0n || !rare.includes(key))
              .map((key) => (
                <Line key={key} name={t(key)} amount={amountOf(key)} />
              ))}
            <Line name={t("change")} amount={sum} isSum />
          </tbody>
        </table>
      </div>
      <div className="flex flex-col gap-1 border-t border-hair px-4 py-2.5 text-xs text-muted">
        <Row name={t("opening")} amount={statement.openingEquity} />
        <Row name={t("closing")} amount={statement.closingEquity} />
        {missing === 0n ? (
          <p className="flex items-center gap-1.5 font-bold text-good">
            <Check aria-hidden size={14} /> {t("addsUp")}
          </p>
        ) : (
          <p role="alert" className="flex items-center gap-1.5 font-bold text-bad">
            <TriangleAlert aria-hidden size={14} /> {t("addsUpNot")}
            <SignedSol amount={missing} isExact />
          </p>
        )}
      </div>
    </Part>
  );
}

function Line({
  name,
  note,
  amount,
  isSum = false,
}: {
  readonly name: string;
  readonly note?: string;
  readonly amount: SignedLamports;
  readonly isSum?: boolean;
}) {
  return (
    <tr className={`border-t ${isSum ? "border-divider font-bold" : "border-hair"}`}>
      <th scope="row" className={`h-[34px] px-4 text-left ${isSum ? "font-bold" : "font-medium"}`}>
        {name}
        {note !== undefined && (
          <span className="ml-2 text-xs font-normal text-muted max-wide:hidden">{note}</span>
        )}
      </th>
      <td className="px-4 text-right whitespace-nowrap">
        <SignedSol amount={amount} isExact />
      </td>
    </tr>
  );
}

const Row = ({ name, amount }: { readonly name: ReactNode; readonly amount: SignedLamports }) => (
  <p className="flex justify-between gap-3">
    {name}
    <span className="text-sm text-text">
      <SignedSol amount={amount} isExact isPlain />
    </span>
  </p>
);
