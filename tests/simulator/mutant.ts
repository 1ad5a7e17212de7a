/**
 * Mistakes that somebody could make, or that a peer of this game did make. The product has no switches for them: each
 * is planted in a copy of its sources, and the simulator must catch it (`npm run simulate:mutants`).
 *
 * An edit names a place below src (a folder, or a file if a folder has the name twice), a symbol declared there (a
 * function, constant or method; `a.b` is `b` inside `a`) and what to change within it:
 *
 *   code  an expression, a property or statements, compared as syntax trees: layout, quotes and parentheses make no
 *         difference. `$1` to `$9` stand for any expression and `...$1` for the rest of a list; in the replacement they
 *         and `$&` (all that was found) stand for the source text. A fifth argument is an import that the mistake needs.
 *   text  words within the symbol, such as SQL in a template; line breaks make no difference.
 *   sql   words within a function of the database, in the newest migration that makes it.
 *
 * So a mutant survives when its function moves within the folder, is reformatted, or changes elsewhere. When the edited
 * line itself changes, `tests/gates/mutants-fit.test.ts` says which edit no longer fits: write the same mistake for the
 * new code. Never drop one because the code looks different now; ask what would make the same mistake today.
 */
interface EditBase {
  readonly symbol: string;
  readonly find: string;
  readonly replace: string;
}

export interface CodeEdit extends EditBase {
  readonly in: "code";
  readonly place: string;
  readonly imports?: string;
}

export interface TextEdit extends EditBase {
  readonly in: "text";
  readonly place: string;
}

export interface SqlEdit extends EditBase {
  readonly in: "sql";
}

export type Edit = CodeEdit | TextEdit | SqlEdit;

export interface Mutant {
  readonly name: string;
  readonly edits: readonly Edit[];
}

export const mutant = (name: string, ...edits: readonly Edit[]): Mutant => ({ name, edits });

export const code = (
  place: string,
  symbol: string,
  find: string,
  replace: string,
  imports?: string,
): CodeEdit => ({
  in: "code",
  place,
  symbol,
  find,
  replace,
  ...(imports === undefined ? {} : { imports }),
});

export const text = (place: string, symbol: string, find: string, replace: string): TextEdit => ({
  in: "text",
  place,
  symbol,
  find,
  replace,
});

export const sql = (symbol: string, find: string, replace: string): SqlEdit => ({
  in: "sql",
  symbol,
  find,
  replace,
});
