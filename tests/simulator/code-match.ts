import { parseSync } from "vite";

/** A node of the syntax tree, with the fields that are used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Match extends Span {
  /** What `$1`, `$2`, … of the pattern matched, keyed by their digit. */
  readonly captures: ReadonlyMap<string, Span>;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

function parse(code: string): Node {
  const { program, errors } = parseSync("source.ts", code, { preserveParens: false });
  const [error] = errors;
  if (error) throw new SyntaxError(error.message);
  return program as unknown as Node;
}

/** A node and all nodes below it. */
function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    const children: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const child of children) if (isNode(child)) yield* nodesIn(child);
  }
}

function nameOf(node: Node): string | null {
  const isMember = node.type === "Property" || node.type === "MethodDefinition";
  const name = childOf(node, isMember ? "key" : "id")?.["name"];
  return typeof name === "string" ? name : null;
}

/** Where a source declares a function, method, constant or class with this name; `a.b` is `b` inside `a`. */
export function findDeclarations(code: string, symbol: string): readonly Span[] {
  let found: readonly Node[] = [parse(code)];
  for (const [depth, name] of symbol.split(".").entries()) {
    const candidates = found.flatMap((node) => (depth === 0 ? declarationsAtTop(node) : [...nodesIn(node)]));
    found = candidates.filter((node) => nameOf(node) === name);
  }
  return found.map(({ start, end }) => ({ start, end }));
}

function declarationsAtTop(program: Node): readonly Node[] {
  return listOf(program, "body")
    .map((statement) => childOf(statement, "declaration") ?? statement)
    .flatMap((statement) => ("declarations" in statement ? listOf(statement, "declarations") : [statement]));
}

/**
 * Where `pattern` occurs in `code` within `within`: an expression, a property, or consecutive statements. Syntax trees
 * are compared, so spaces, line breaks, quotes and parentheses make no difference. `$1` to `$9` stand for any
 * expression, `...$1` for the rest of a list.
 */
export function findMatches(code: string, within: Span, pattern: string): readonly Match[] {
  const wanted = parsePattern(pattern);
  const matches: Match[] = [];
  for (const node of nodesIn(parse(code))) {
    if (node.start < within.start || node.end > within.end) continue;
    if (Array.isArray(wanted)) matches.push(...matchRuns(node, wanted));
    else {
      const captures = new Map<string, Span>();
      if (isEqual(wanted, node, captures)) matches.push({ start: node.start, end: node.end, captures });
    }
  }
  return matches;
}

/** An expression or a property as its node, statements as a list. */
function parsePattern(pattern: string): Node | readonly Node[] {
  const readings = [
    () => childOf(statementsIn(`return (${pattern});`)[0], "argument"),
    () => listOf(childOf(statementsIn(`return {${pattern}};`)[0], "argument"), "properties")[0],
    () => statementsIn(pattern),
  ];
  for (const read of readings) {
    try {
      const found = read();
      if (found) return found;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new SyntaxError(`neither an expression, a property nor statements: ${pattern}`);
}

const childOf = (node: Node | undefined, field: string): Node | undefined => {
  const child = node?.[field];
  return isNode(child) ? child : undefined;
};

const listOf = (node: Node | undefined, field: string): readonly Node[] => {
  const list = node?.[field];
  return Array.isArray(list) ? list.filter(isNode) : [];
};

/** Parsed as the body of an async function, where `await` and `return` are allowed. */
const statementsIn = (body: string): readonly Node[] =>
  listOf(childOf(listOf(parse(`async function pattern() { ${body} }`), "body")[0], "body"), "body");

/** Consecutive statements somewhere directly below a node. */
function matchRuns(node: Node, wanted: readonly Node[]): readonly Match[] {
  const body = Array.isArray(node["body"]) ? listOf(node, "body") : onlyStatementOf(node);
  return body.flatMap((first, place) => {
    const run = body.slice(place, place + wanted.length);
    const captures = new Map<string, Span>();
    const last = run.at(-1);
    if (run.length < wanted.length || !last || !isEqual(wanted, run, captures)) return [];
    return [{ start: first.start, end: last.end, captures }];
  });
}

/** The statement of an `if` or a loop without braces. */
const onlyStatementOf = (node: Node): readonly Node[] =>
  ["consequent", "alternate", "body"].flatMap((field) => {
    const child = childOf(node, field);
    return child?.type.endsWith("Statement") === true ? [child] : [];
  });

const positionFields: ReadonlySet<string> = new Set(["start", "end", "raw", "range"]);

function isEqual(wanted: unknown, given: unknown, captures: Map<string, Span>): boolean {
  if (Array.isArray(wanted)) return Array.isArray(given) && areListsEqual(wanted, given, captures);
  if (typeof wanted !== "object" || wanted === null) return wanted === given;
  if (typeof given !== "object" || given === null) return false;
  const capture = isNode(wanted) ? captureOf(wanted) : null;
  if (capture !== null && isNode(given)) {
    captures.set(capture, { start: given.start, end: given.end });
    return true;
  }
  const fields = (value: object) => Object.entries(value).filter(([name]) => !positionFields.has(name));
  const others = new Map(fields(given));
  return (
    fields(wanted).length === others.size &&
    fields(wanted).every(([name, value]) => others.has(name) && isEqual(value, others.get(name), captures))
  );
}

function areListsEqual(wanted: readonly unknown[], given: readonly unknown[], captures: Map<string, Span>) {
  const last = wanted.at(-1);
  const rest = isNode(last) && last.type === "SpreadElement" ? captureOf(last["argument"]) : null;
  const fixed = rest === null ? wanted : wanted.slice(0, -1);
  if (rest === null ? given.length !== fixed.length : given.length < fixed.length) return false;
  const others = given.slice(fixed.length).filter(isNode);
  const [first] = others;
  if (rest !== null && first)
    captures.set(rest, { start: first.start, end: others.at(-1)?.end ?? first.end });
  return fixed.every((item, place) => isEqual(item, given[place], captures));
}

/** The digit of `$1` … `$9`. */
const captureOf = (node: unknown): string | null =>
  isNode(node) && node.type === "Identifier" ? (/^\$([1-9])$/.exec(String(node["name"]))?.[1] ?? null) : null;
