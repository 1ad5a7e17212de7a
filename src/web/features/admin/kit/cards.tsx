import { ChevronRight } from "lucide-react";
import { classNames } from "../../../foundation/ui/class-names.ts";
import type { Column } from "./columns.ts";

interface CardsProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Makes the heading a button that opens the row. */
  readonly open?: (row: Row) => void;
  /** Rows that are not as they should be: tinted. */
  readonly isMarked?: (row: Row) => boolean;
}

/** A list on a phone: a card for each row, with every field. */
export function Cards<Row>({ label, rows, columns, keyOf, open, isMarked }: CardsProps<Row>) {
  const at = (place: Column<Row>["onCard"]) => columns.filter(({ onCard }) => onCard === place);
  const [titles, asides, feet] = [at("title"), at("aside"), at("foot")];
  const fields = at(undefined);
  return (
    <ul aria-label={label} className="flex flex-col gap-3 p-3">
      {rows.map((row) => (
        <li
          key={keyOf(row)}
          className={classNames("card relative p-3", isMarked?.(row) === true && "border-warn/60!")}
        >
          <div className="flex items-center justify-between gap-3">
            <div className="min-w-0 font-bold">
              {titles.map((column) =>
                open === undefined ? (
                  <div key={column.id}>{column.cell(row)}</div>
                ) : (
                  <button
                    key={column.id}
                    type="button"
                    onClick={() => open(row)}
                    className="flex min-h-11 items-center gap-2 text-left after:absolute after:inset-0 after:content-['']"
                  >
                    {column.cell(row)}
                  </button>
                ),
              )}
            </div>
            <div className="flex shrink-0 items-center gap-2 text-sm">
              {asides.map((column) => (
                <div key={column.id}>{column.cell(row)}</div>
              ))}
              {open !== undefined && <ChevronRight aria-hidden size={18} className="text-muted" />}
            </div>
          </div>
          {fields.length > 0 && (
            <dl className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(5.2rem,1fr))] gap-x-3 gap-y-2 border-t border-hair pt-2">
              {fields.map((column) => (
                <div key={column.id} className="min-w-0">
                  <dt className="text-xs text-muted">{column.head}</dt>
                  <dd className="break-words">{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          )}
          {feet.map((column) => (
            <div key={column.id} className="relative z-1 mt-2 empty:hidden">
              {column.cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
