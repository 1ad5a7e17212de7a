import { reason } from "../../../../contract/wire/typed-text.ts";
import { limitsOf } from "../../../../contract/wire/field-limits.ts";
import { hasInvisible, isBlank } from "../../../../domain/typed-text.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { TextArea, TextField } from "./fields.tsx";
import { kitWords } from "./words.en.ts";

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  /** Whether the public rule log shows it too, where a rule of the game is changed. */
  readonly isPublic?: boolean;
  /** Where it is called something else. */
  readonly label?: string;
  readonly aside?: string;
  readonly placeholder?: string;
  /** Lines that are visible at once. */
  readonly rows?: number;
  readonly className?: string;
}

/**
 * Why something is changed, for the audit log and the admin who approves it. It is marked while it holds
 * what the contract refuses (rule FORMS-2).
 */
export function ReasonField({
  isPublic = false,
  label,
  aside,
  placeholder,
  rows,
  ...field
}: ReasonFieldProps) {
  const { t } = useWords(kitWords);
  const common = {
    ...field,
    ...limitsOf(reason),
    label: label ?? t("reasonOptional"),
    aside: aside ?? t(isPublic ? "reasonPublic" : "reasonKept"),
    error: hasInvisible(field.value) ? t("invisible") : null,
  };
  if (rows !== undefined) return <TextArea {...common} rows={rows} />;
  return <TextField {...common} {...(placeholder !== undefined && { placeholder })} />;
}

/** The reason as sent; undefined if none was typed. */
export const reasonOf = (typed: string): string | undefined => (isBlank(typed) ? undefined : typed.trim());

/** How much of its length a reason takes. */
export const reasonLength = (typed: string): string => `${typed.length}/${limitsOf(reason).maxLength}`;
