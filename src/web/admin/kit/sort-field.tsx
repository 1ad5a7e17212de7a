import { useWords } from "../../words/use-words.ts";
import type { Order } from "./data-table.tsx";
import { SelectField } from "./fields.tsx";
import { kitWords } from "./words.en.ts";

/** What cards are sorted by, since they have no column heads to press (rule ADMIN-4). */
export function SortField<Row>({ rows, columns, sorting, setSorting }: Order<Row>) {
  const { t } = useWords(kitWords);
  const choices = columns.flatMap(({ id: by, head, isFigure = false, sortBy }) =>
    sortBy === undefined
      ? []
      : [isFigure, !isFigure].map((isDescending) => ({
          value: `${by} ${isDescending ? "down" : "up"}`,
          label: t(isDescending ? "descending" : "ascending", { name: head }),
          sorting: { by, isDescending },
        })),
  );
  if (choices.length === 0 || rows.length < 2) return null;
  return (
    <SelectField
      label={t("sortBy")}
      className="px-3 pt-3"
      value={sorting === null ? "" : `${sorting.by} ${sorting.isDescending ? "down" : "up"}`}
      onChange={(chosen) => setSorting(choices.find(({ value }) => value === chosen)?.sorting ?? null)}
      options={[{ value: "", label: t("asListed") }, ...choices]}
    />
  );
}
