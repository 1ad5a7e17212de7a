import type { ReactNode } from "react";
import { classNames } from "../../../foundation/ui/class-names.ts";

interface FigureTableProps {
  readonly name: string;
  readonly head: readonly string[];
  /** Rows of cells, each with its own name. The first cell is the row's header, the others are aligned right. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Indices of cells with words, which are aligned left. */
  readonly words?: readonly number[];
  /** Indices of cells that a phone has no room for: what they say has to be elsewhere in the row. */
  readonly wide?: readonly number[];
}

/** Rows of figures; a table wider than the screen scrolls on its own, by keyboard too. */
export function FigureTable({ name, head, rows, words = [], wide = [] }: FigureTableProps) {
  const lookOf = (at: number) =>
    classNames(
      at === 0 || words.includes(at) ? "text-left" : "text-right tabular-nums",
      wide.includes(at) && "max-tablet:hidden",
    );
  return (
    <section
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region has to be reachable by keyboard
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
                // oxlint-disable-next-line react/no-array-index-key -- a cell is identified by its column
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
