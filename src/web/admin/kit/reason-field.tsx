import { useWords } from "../../words/use-words.ts";
import { TextField } from "./fields.tsx";
import { kitWords } from "./words.en.ts";

const LONGEST = 500;

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  /** Whether the public rule log shows it too, where a rule of the game is changed. */
  readonly isPublic?: boolean;
  readonly className?: string;
}

/** Why something is changed, for the audit log and the admin who approves it (rule ADMIN-33). */
export function ReasonField({ isPublic = false, ...field }: ReasonFieldProps) {
  const { t } = useWords(kitWords);
  return (
    <TextField
      {...field}
      label={t("reasonOptional")}
      aside={t(isPublic ? "reasonPublic" : "reasonKept")}
      maxLength={LONGEST}
    />
  );
}

/** The reason as sent; undefined if none was typed. */
export const reasonOf = (typed: string): string | undefined => typed.trim() || undefined;
