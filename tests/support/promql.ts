/** Words of the language that are not metrics. */
const functions = new Set([
  "and",
  "avg",
  "by",
  "changes",
  "histogram_quantile",
  "max",
  "min",
  "offset",
  "rate",
  "sum",
  "time",
  "topk",
  "without",
]);

/** The metrics that an expression reads, each with the labels that select it. Supports what our own expressions use. */
export function metricsOf(expression: string): readonly { name: string; labels: Record<string, string> }[] {
  const withoutGroups = expression.replaceAll(/\b(by|without)\s*\([^)]*\)/g, "");
  const found = withoutGroups.matchAll(/(?<![\w.])([a-zA-Z_][a-zA-Z0-9_]*)\s*(\{[^}]*\})?/g);
  return Array.from(found, ([, name = "", matchers = ""]) => ({
    name,
    labels: Object.fromEntries(
      Array.from(matchers.matchAll(/([a-z_]+)="([^"]*)"/g), ([, label = "", value = ""]) => [label, value]),
    ),
  })).filter(({ name }) => !functions.has(name) && !/^[smhd]$/.test(name));
}
