import { ArrowDown, ArrowUp, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useWords } from "../../words/use-words.ts";
import { LoadFailure } from "./load-failure.tsx";
import { SortField } from "./sort-field.tsx";
import type { Rows } from "./use-rows.ts";
import { kitWords } from "./words.en.ts";

export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** A figure: aligned right. */
  readonly isFigure?: boolean;
  /** What the rows are sorted by, or that the server sorts them by this column; absent where sorting makes no sense. */
  readonly sortBy?: ((row: Row) => string | number | bigint) | "server";
  /**
   * Its place on a phone's card: the heading, the heading's right end, below everything; a labelled field when absent.
   */
  readonly onCard?: "title" | "aside" | "foot" | "none";
  /** Shown only where there is room for many columns. */
  readonly isExtra?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly list: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  /** Shown when loading fails and the server gives no reason. */
  readonly failed: string;
  /** Makes the first column a button that opens the row. */
  readonly open?: (row: Row) => void;
  readonly isOpen?: (row: Row) => boolean;
  /** Rows that are not as they should be: tinted. */
  readonly isMarked?: (row: Row) => boolean;
  /** Leaves the extra columns out. */
  readonly isNarrow?: boolean;
  /** The order in which the server returns the rows, if columns have it sort them. */
  readonly serverOrder?: readonly [Sorting | null, (sorting: Sorting | null) => void];
}

export interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
}

/**
 * A list of records: a table, or cards on a phone. Columns sort what is loaded, or have the server sort; more rows load
 * on demand. Loading, empty and failed states are shown in place (rule ADMIN-4).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, columns, empty, failed, isNarrow = false } = props;
  const isPhone = useMedia("(width < 760px)");
  const ownOrder = useState<Sorting | null>(null);
  const [sorting, setSorting] = props.serverOrder ?? ownOrder;
  const { t } = useWords(kitWords);
  if (list.error !== null) return <LoadFailure error={list.error} fallback={failed} retry={list.retry} />;
  if (list.rows === undefined) return <Skeleton className="m-4 h-64" />;
  if (list.rows.length === 0) return <p className="p-4 text-muted">{empty}</p>;
  const shown = columns.filter(({ isExtra = false }) => !(isNarrow && isExtra));
  const rows = sorted(list.rows, shown, sorting);
  const order = { rows, columns: shown, sorting, setSorting };
  return (
    <>
      <div
        aria-busy={list.isOutdated}
        className={classNames("last:rounded-b-[inherit]", list.isOutdated && "opacity-50")}
      >
        {isPhone ? (
          <>
            <SortField {...order} />
            <Cards {...props} {...order} />
          </>
        ) : (
          <Table {...props} {...order} />
        )}
      </div>
      {list.more !== null && (
        <div className="flex justify-center border-t border-hair p-2">
          <Button look="quiet" disabled={list.isLoadingMore} onClick={list.more}>
            {t("loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting | null) {
  const sortBy = columns.find(({ id }) => id === sorting?.by)?.sortBy;
  if (sortBy === undefined || sortBy === "server" || sorting === null) return rows;
  const sign = sorting.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(sortBy(one), sortBy(other)));
}

function compare(one: string | number | bigint, other: string | number | bigint): number {
  if (typeof one === "string" || typeof other === "string") return String(one).localeCompare(String(other));
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The rows as they are shown, and what they are sorted by. */
export interface Order<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | null;
  readonly setSorting: (sorting: Sorting | null) => void;
}

const cellLook = "h-11 px-4 max-wide:px-3 first:pl-4 last:pr-4 whitespace-nowrap";

function Table<Row>(props: DataTableProps<Row> & Order<Row>) {
  const { label, rows, columns, keyOf, open, isOpen, isMarked, sorting, setSorting } = props;
  return (
    // A wide table scrolls in its own place, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region has to be focusable
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-b-[inherit]">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="text-xs text-muted">
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} sorting={sorting} setSorting={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              aria-current={isOpen?.(row) === true ? "true" : undefined}
              className={classNames(
                "relative border-t border-hair aria-[current=true]:bg-selected aria-[current=true]:shadow-[inset_3px_0_0_var(--accent)] has-[button[data-open]:hover]:bg-raised/50",
                isMarked?.(row) === true && "bg-warn/10",
              )}
            >
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.id} scope="row" className={classNames(cellLook, "font-bold")}>
                    {open === undefined ? (
                      column.cell(row)
                    ) : (
                      <button
                        type="button"
                        data-open
                        onClick={() => open(row)}
                        className="flex min-h-11 items-center gap-2 text-left after:absolute after:inset-0 after:content-['']"
                      >
                        {column.cell(row)}
                      </button>
                    )}
                  </th>
                ) : (
                  <td
                    key={column.id}
                    className={classNames(cellLook, column.isFigure === true && "text-right font-bold")}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sorting: Sorting | null;
  readonly setSorting: (sorting: Sorting | null) => void;
}

/** Sorts ascending, descending, and then in the order in which the list came. */
function Head<Row>({ column: { id, head, isFigure = false, sortBy }, sorting, setSorting }: HeadProps<Row>) {
  const mine = sorting?.by === id ? sorting : null;
  const Arrow = mine?.isDescending === true ? ArrowDown : ArrowUp;
  const next = () => {
    if (mine === null) setSorting({ by: id, isDescending: isFigure });
    else if (mine.isDescending === isFigure) setSorting({ by: id, isDescending: !isFigure });
    else setSorting(null);
  };
  const order = mine?.isDescending === true ? "descending" : "ascending";
  return (
    <th
      scope="col"
      aria-sort={mine === null ? undefined : order}
      className={classNames(
        "h-9 px-4 font-medium whitespace-nowrap max-wide:px-3 first:pl-4 last:pr-4",
        isFigure && "text-right",
      )}
    >
      {sortBy === undefined ? (
        head
      ) : (
        <button
          type="button"
          onClick={next}
          className={classNames(
            "relative inline-flex min-h-9 items-center gap-1 hover:text-text",
            mine !== null && "text-text",
          )}
        >
          {head}
          {mine !== null && <Arrow aria-hidden size={12} />}
        </button>
      )}
    </th>
  );
}

function Cards<Row>({
  label,
  rows,
  columns,
  keyOf,
  open,
  isMarked,
}: DataTableProps<Row> & { readonly rows: readonly Row[] }) {
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
            <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-2 border-t border-hair pt-2">
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
