import { expect, it } from "vitest";
import { trimCss } from "./trim-css.ts";

it("leaves of a mixed colour the rule that mixes", () => {
  const mixed =
    ".a{color:red}.bg\\/50{background:#fff8}@supports (color:color-mix(in lab, red, red)){.bg\\/50{background:color-mix(in oklab,var(--x) 50%,transparent)}}.b{color:blue}";
  expect(trimCss(mixed)).toBe(
    ".a{color:red}.bg\\/50{background:color-mix(in oklab,var(--x) 50%,transparent)}.b{color:blue}",
  );
});

it("takes the first values of custom properties away, which @property gives too", () => {
  const layered =
    '@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:block))){*,:before{--tw-x:0}}}@layer base{a{color:red}}@property --tw-x{syntax:"*";inherits:false;initial-value:0}';
  expect(trimCss(layered)).toBe(
    '@layer base{a{color:red}}@property --tw-x{syntax:"*";inherits:false;initial-value:0}',
  );
});

it("leaves other styles as they are", () => {
  const css = "@supports (display:grid){.a{display:grid}}.b{color:red}";
  expect(trimCss(css)).toBe(css);
});

it("keeps the plain colour of selectors that share it with a mixed one", () => {
  const shared =
    ".a{color:red}.bg,.bg\\/70{background:var(--x)}@supports (color:color-mix(in lab, red, red)){.bg\\/70{background:color-mix(in oklab,var(--x) 70%,transparent)}}";
  expect(trimCss(shared)).toBe(
    ".a{color:red}.bg{background:var(--x)}.bg\\/70{background:color-mix(in oklab,var(--x) 70%,transparent)}",
  );
});

it("leaves a mixed colour alone whose selectors have no such fallback before it", () => {
  const other =
    ".bg{background:var(--x)}@supports (color:color-mix(in lab, red, red)){.bg\\/70{background:color-mix(in oklab,var(--x) 70%,transparent)}}";
  expect(trimCss(other)).toBe(other);
});
