import * as z from "zod/mini";
import { hasInvisible, isBlank, nameOf } from "../../domain/typed-text.ts";

/** Longest reason for a change. */
const LONGEST_REASON = 500;

const notText = "must be text";

/** As it was typed: bounded before anything looks at it, and without characters that nobody can see. */
const typed = (maxLength: number) =>
  z.string({ error: notText }).check(
    z.maxLength(maxLength, { error: `must be at most ${maxLength} characters`, abort: true }),
    z.refine((text) => !hasInvisible(text), { error: "must not contain invisible characters" }),
  );

const visible = z.refine<string>((text) => !isBlank(text), { error: "must not be empty" });
const oneLine = z.refine<string>((text) => !text.includes("\n"), { error: "must be one line" });

/** Text of several lines, trimmed; blank text becomes empty (rule FORMS-2). */
export const prose = (maxLength: number) =>
  z.codec(typed(maxLength), z.string({ error: notText }), {
    decode: (text) => (isBlank(text) ? "" : text.trim()),
    encode: (text) => text,
  });

/** One line that shows something, trimmed (rule FORMS-2). */
export const headline = (maxLength: number) =>
  z.codec(typed(maxLength).check(visible, oneLine), z.string({ error: notText }), {
    decode: (text) => text.trim(),
    encode: (text) => text,
  });

/** The name of a horse, a title or a group: one line in NFKC, no longer than it was allowed to be typed (rule FORMS-2). */
export const typedName = (maxLength: number) =>
  z.codec(
    typed(maxLength).check(visible, oneLine),
    z
      .string({ error: notText })
      .check(z.maxLength(maxLength, { error: `must be at most ${maxLength} characters` })),
    { decode: nameOf, encode: (text) => text },
  );

/** Why something is changed; blank text is no reason (rule FORMS-2). */
export const reason = z.optional(
  z.codec(z.nullable(typed(LONGEST_REASON)), z.nullable(z.string({ error: notText })), {
    decode: (text) => (text === null || isBlank(text) ? null : text.trim()),
    encode: (text) => text,
  }),
);
