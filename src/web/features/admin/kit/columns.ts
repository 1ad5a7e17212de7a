import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

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

/** What TanStack Table does for the panel's lists; anything else of it is left out of the build. */
export const listFeatures = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

export type ListFeatures = typeof listFeatures;

/**
 * The columns as TanStack Table takes them. It has no part in drawing: a cell that it renders is a component, and would
 * lose its state whenever the columns are described anew.
 */
export const columnDefs = <Row extends RowData>(
  columns: readonly Column<Row>[],
): ColumnDef<ListFeatures, Row>[] =>
  columns.map(({ id, isFigure = false, sortBy }) => ({
    id,
    accessorFn: (row) => row,
    enableSorting: sortBy !== undefined,
    sortDescFirst: isFigure,
    // What the server has sorted stays in its order.
    sortFn: (one, other) =>
      typeof sortBy === "function" ? compare(sortBy(one.original), sortBy(other.original)) : 0,
  }));

function compare(one: string | number | bigint, other: string | number | bigint): number {
  if (typeof one === "string" || typeof other === "string") return String(one).localeCompare(String(other));
  return one < other ? -1 : one > other ? 1 : 0;
}
