import type { SortingState } from "@tanstack/react-table";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { Column } from "./columns.ts";
import { SelectField } from "./fields.tsx";
import { kitWords } from "./words.en.ts";

interface SortFieldProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: SortingState;
  readonly setSorting: (sorting: SortingState) => void;
}

const valueOf = ({ id, desc }: SortingState[number]): string => `${id} ${desc ? "down" : "up"}`;

/** What cards are sorted by, since they have no column heads to press. */
export function SortField<Row>({ columns, sorting: [current], setSorting }: SortFieldProps<Row>) {
  const { t } = useWords(kitWords);
  const choices = columns.flatMap(({ id, head, isFigure = false, sortBy }) =>
    sortBy === undefined
      ? []
      : [isFigure, !isFigure].map((desc) => ({
          value: valueOf({ id, desc }),
          label: t(desc ? "descending" : "ascending", { name: head }),
          order: { id, desc },
        })),
  );
  if (choices.length === 0) return null;
  return (
    <SelectField
      label={t("sortBy")}
      className="px-3 pt-3"
      value={current === undefined ? "" : valueOf(current)}
      onChange={(chosen) =>
        setSorting(choices.filter(({ value }) => value === chosen).map(({ order }) => order))
      }
      options={[{ value: "", label: t("asListed") }, ...choices]}
    />
  );
}
