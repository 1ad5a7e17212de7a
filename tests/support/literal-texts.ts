import { parseSync } from "vite";

type Node = { readonly type: string; readonly [field: string]: unknown };

/** Attributes whose value is read by people or read aloud. */
const READ =
  /^(aria-(label|valuetext|description|roledescription)|title|alt|placeholder|label|heading|aside)$/;
/** Marks and units that are the same in every language. */
const SAME_EVERYWHERE = ["SOL", "Furlong", "s"];

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The text of a string or of a template part between its values; null for all other nodes. */
function textOf(node: Node): string | null {
  if (node.type === "JSXText") return String(node["value"]);
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type !== "TemplateElement") return null;
  const { cooked } = node["value"] as { cooked?: string };
  return cooked ?? null;
}

const hasLetter = (text: string): boolean =>
  /\p{L}/u.test(text) && !SAME_EVERYWHERE.includes(text.replaceAll(/[^\p{L}]/gu, ""));

/** A word that starts with a capital letter: that is how labels and sentences begin, and class names do not. */
const looksWritten = (text: string): boolean => /(^|\s)\p{Lu}\p{Ll}/u.test(text) && hasLetter(text);

/** Calls whose text is for developers: the log, and errors that are bugs. */
function isForBuilders({ type, callee }: Node): boolean {
  if (!isNode(callee)) return false;
  const { object, name } = callee;
  if (type === "NewExpression") return /(Error|Failure|DOMException)$/.test(String(name));
  return name === "logSilentFailure" || (isNode(object) && object["name"] === "console");
}

/**
 * Texts in a module that people would read and that are written there literally, instead of in a catalogue. What
 * counts: every letter between tags, in the attributes that people read, and in braces between tags; elsewhere, strings
 * that begin like a label or a sentence.
 */
export function literalTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const keep = (text: string) => found.push(`${file}: ${text.trim().replaceAll(/\s+/g, " ")}`);

  const visit = (node: Node, counts: (text: string) => boolean): void => {
    const text = textOf(node);
    if (text !== null && counts(text)) keep(text);
    for (const child of childrenOf(node)) {
      const next = ruleFor(node, child, counts);
      if (next !== null) visit(child, next);
    }
  };
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  visit(program as unknown as Node, looksWritten);
  return found;
}

/** What counts as text in a child; null if nothing does. */
function ruleFor(node: Node, child: Node, counts: (text: string) => boolean) {
  switch (node.type) {
    case "TSLiteralType":
      return null;
    case "ImportDeclaration":
      return child === node["source"] ? null : counts;
    case "SwitchCase":
      return child === node["test"] ? null : counts;
    case "BinaryExpression":
      // Only compared, not shown.
      return /^[!=]==$/.test(String(node["operator"])) ? null : counts;
    case "CallExpression":
    case "NewExpression":
      return isForBuilders(node) ? null : looksWritten;
    case "JSXElement":
    case "JSXFragment":
      return hasLetter;
    case "JSXAttribute": {
      const name = node["name"] as Node;
      return READ.test(String(name["name"])) ? hasLetter : looksWritten;
    }
    case "JSXOpeningElement":
    case "ArrowFunctionExpression":
      return looksWritten;
    default:
      return counts;
  }
}
