import {
  type Column as TableColumn,
  type OnChangeFn,
  type ReactTable,
  type RowData,
  type SortingState,
  useTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useMedia } from "../../../foundation/lib/use-media.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Cards } from "./cards.tsx";
import { type Column, columnDefs, type ListFeatures, listFeatures } from "./columns.ts";
import { useHiddenColumns } from "./hidden-columns.ts";
import { LoadFailure } from "./load-failure.tsx";
import { SortField } from "./sort-field.tsx";
import type { Rows } from "./use-rows.ts";
import { kitWords } from "./words.en.ts";

interface DataTableProps<Row extends RowData> {
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
  readonly serverOrder?: readonly [SortingState, OnChangeFn<SortingState>];
  /** The name under which the chosen columns are remembered; all columns are shown where it is absent. */
  readonly remembers?: string;
}

// Its menu is larger than the table, and nothing waits for it.
const ColumnChoice = lazy(async () => ({ default: (await import("./column-choice.tsx")).ColumnChoice }));

/**
 * A list of records: a table, or cards on a phone. Columns sort what is loaded, or have the server sort, and can be
 * hidden; more rows load on demand. Loading, empty and failed states are shown in place.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { list, empty, failed, serverOrder } = props;
  const ownOrder = useState<SortingState>([]);
  const { t } = useWords(kitWords);
  if (list.error !== null) return <LoadFailure error={list.error} fallback={failed} retry={list.retry} />;
  if (list.rows === undefined) return <Skeleton className="m-4 h-64" />;
  if (list.rows.length === 0) return <p className="p-4 text-muted">{empty}</p>;
  return (
    <>
      <div
        aria-busy={list.isOutdated}
        className={classNames("last:rounded-b-[inherit]", list.isOutdated && "opacity-50")}
      >
        <LoadedRows {...props} data={list.rows} order={serverOrder ?? ownOrder} />
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

interface LoadedRowsProps<Row extends RowData> extends DataTableProps<Row> {
  readonly data: readonly Row[];
  readonly order: readonly [SortingState, OnChangeFn<SortingState>];
}

function LoadedRows<Row extends RowData>(props: LoadedRowsProps<Row>) {
  const { data, order, columns, keyOf, isNarrow = false, remembers } = props;
  const isPhone = useMedia("(width < 760px)");
  const [sorting, onSortingChange] = order;
  const [hidden, choose] = useHiddenColumns(remembers);
  const isShown = ({ id, isExtra = false }: Column<Row>) => !hidden.includes(id) && !(isNarrow && isExtra);
  const table = useTable({
    features: listFeatures,
    columns: columnDefs(columns),
    data,
    getRowId: keyOf,
    state: {
      sorting,
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isShown(column)])),
    },
    onSortingChange,
    enableMultiSort: false,
  });
  if (isPhone) {
    return (
      <>
        {data.length > 1 && <SortField columns={columns} sorting={sorting} setSorting={table.setSorting} />}
        <Cards {...props} rows={table.getRowModel().rows.map(({ original }) => original)} />
      </>
    );
  }
  return (
    <Table
      {...props}
      table={table}
      aside={
        remembers === undefined ? null : (
          <Suspense fallback={null}>
            <ColumnChoice columns={columns} hidden={hidden} choose={choose} />
          </Suspense>
        )
      }
    />
  );
}

const cellLook = "h-11 px-4 max-wide:px-3 first:pl-4 last:pr-4 whitespace-nowrap";

interface TableProps<Row extends RowData> extends DataTableProps<Row> {
  readonly table: ReactTable<ListFeatures, Row>;
  /** At the right end of the heads; null for nothing. */
  readonly aside: ReactNode;
}

function Table<Row extends RowData>(props: TableProps<Row>) {
  const { label, columns, table, aside, open, isOpen, isMarked } = props;
  const visibleColumns = columns.filter(({ id }) => table.getColumn(id)?.getIsVisible() === true);
  return (
    <div className="relative rounded-b-[inherit]">
      {/* A wide table scrolls in its own place, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region has to be focusable */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-b-[inherit]">
        <table
          className={classNames("w-full text-left text-sm", aside !== null && "[&_tr>:last-child]:pr-12!")}
        >
          <caption className="sr-only">{label}</caption>
          <thead className="text-xs text-muted">
            <tr>
              {visibleColumns.map((column) => (
                <Head key={column.id} column={column} order={table.getColumn(column.id)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map(({ id, original: row }) => (
              <tr
                key={id}
                aria-current={isOpen?.(row) === true ? "true" : undefined}
                className={classNames(
                  "relative border-t border-hair aria-[current=true]:bg-selected aria-[current=true]:shadow-[inset_3px_0_0_var(--accent)] has-[button[data-open]:hover]:bg-raised/50",
                  isMarked?.(row) === true && "bg-warn/10",
                )}
              >
                {visibleColumns.map((column, at) =>
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
      {aside !== null && <div className="absolute top-0 right-2">{aside}</div>}
    </div>
  );
}

interface HeadProps<Row extends RowData> {
  readonly column: Column<Row>;
  readonly order: TableColumn<ListFeatures, Row> | undefined;
}

/** Sorts by its column: a figure descending first, others ascending, then the other way, then as the list came. */
function Head<Row extends RowData>({ column: { head, isFigure = false }, order }: HeadProps<Row>) {
  const sorted = order?.getIsSorted() ?? false;
  const Arrow = sorted === "desc" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sorted === false ? undefined : sorted === "desc" ? "descending" : "ascending"}
      className={classNames(
        "h-9 px-4 font-medium whitespace-nowrap max-wide:px-3 first:pl-4 last:pr-4",
        isFigure && "text-right",
      )}
    >
      {order?.getCanSort() === true ? (
        <button
          type="button"
          onClick={() => order.toggleSorting()}
          className={classNames(
            "relative inline-flex min-h-9 items-center gap-1 hover:text-text",
            sorted !== false && "text-text",
          )}
        >
          {head}
          {sorted !== false && <Arrow aria-hidden size={12} />}
        </button>
      ) : (
        head
      )}
    </th>
  );
}
