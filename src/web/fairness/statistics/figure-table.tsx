import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";

interface FigureTableProps {
  readonly name: string;
  readonly head: readonly string[];
  /** Rows of cells, each with its own name. The first cell is the row's head, the others stand to the right. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Cells of words, by their places: they stand to the left. */
  readonly words?: readonly number[];
  /** Cells that a phone has no room for, by their places: what they say has to stand elsewhere in the row. */
  readonly wide?: readonly number[];
}

/** Figures in rows; wider than the screen it scrolls by itself, by the keyboard too. */
export function FigureTable({ name, head, rows, words = [], wide = [] }: FigureTableProps) {
  const lookOf = (at: number) =>
    classNames(
      at === 0 || words.includes(at) ? "text-left" : "text-right tabular-nums",
      wide.includes(at) && "max-tablet:hidden",
    );
  return (
    <section
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-s px-4 -outline-offset-2"
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="h-9 border-b border-divider text-xs text-muted">
            {head.map((title, at) => (
              <th
                key={title}
                scope="col"
                className={`pr-4 font-normal whitespace-nowrap last:pr-0 ${lookOf(at)}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key} data-row={key} className="h-11 border-b border-hair last:border-0">
              <th scope="row" className="pr-4 text-left font-normal">
                {first}
              </th>
              {cells.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a cell is its column
                <td key={at} className={`pr-4 whitespace-nowrap last:pr-0 ${lookOf(at + 1)}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
