import { Link } from "wouter";
import { raceLabel } from "../../../domain/race-label.ts";
import { useWords } from "../../words/use-words.ts";
import { Chip, type ChipTone } from "../kit/bits.tsx";
import { type Column, DataTable } from "../kit/data-table.tsx";
import { Part } from "../kit/tab-page.tsx";
import { rowsOf, type useAnswer } from "../kit/use-rows.ts";
import { adminTabPath } from "../tab-path.ts";
import { type PastSpecialRace, useTermColumns } from "./special-columns.tsx";
import { specialWords } from "./words.en.ts";

const states: Readonly<
  Record<NonNullable<PastSpecialRace["status"]>, { tone: ChipTone; key: "open" | "run" | "refunded" }>
> = {
  pending: { tone: "info", key: "open" },
  countdown: { tone: "info", key: "open" },
  active: { tone: "info", key: "open" },
  completed: { tone: "good", key: "run" },
  refunded: { tone: "bad", key: "refunded" },
};

/** The outcome of special races that no longer wait (rule ADMIN-44). */
export function PastSpecialRaces({
  query,
}: {
  readonly query: ReturnType<typeof useAnswer<"listSpecialRaces">>;
}) {
  const { t } = useWords(specialWords);
  const terms = useTermColumns<PastSpecialRace>();
  const columns: readonly Column<PastSpecialRace>[] = [
    {
      id: "race",
      head: t("race"),
      onCard: "title",
      cell: ({ raceId }) =>
        raceId === null ? (
          <span className="font-normal text-muted">{t("noRace")}</span>
        ) : (
          <Link
            to={`${adminTabPath("races")}?race=${raceId}`}
            className="inline-flex min-h-6 items-center underline underline-offset-4"
          >
            {raceLabel(raceId)}
          </Link>
        ),
    },
    {
      id: "state",
      head: t("state"),
      onCard: "aside",
      cell: ({ status }) =>
        status === null ? (
          <Chip tone="plain">{t("isCancelled")}</Chip>
        ) : (
          <Chip tone={states[status].tone}>{t(states[status].key)}</Chip>
        ),
    },
    ...terms,
  ];
  return (
    <Part heading={t("history")}>
      <DataTable
        label={t("history")}
        list={rowsOf(query, query.data?.past)}
        columns={columns}
        keyOf={({ id }) => id}
        empty={t("noHistory")}
        failed={t("failed")}
      />
    </Part>
  );
}
