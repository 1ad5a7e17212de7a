import { CallRefused, errorText } from "../../foundation/lib/call-refused.ts";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { Button } from "../../foundation/ui/button.tsx";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { playerWords } from "./words.en.ts";

/** Why a name cannot be had, and names that can. */
export interface RefusedName {
  readonly text: string;
  readonly suggestions: readonly string[];
}

/** A name that the server refused: what it looks like, or when it can be changed (rules USERNAME-2 and USERNAME-4). */
export function readRefusedName(
  error: unknown,
  fallback: string,
  { t, moment }: TranslatorOf<typeof playerWords>,
): RefusedName {
  const { like, suggestions = [], retryAfterMs, code } = error instanceof CallRefused ? error.refused : {};
  if (like !== undefined) return { text: t("nameLooksLike", { name: like }), suggestions };
  if (code === "USERNAME_CHANGED_LATELY" && retryAfterMs !== undefined) {
    const time = moment(new Date(serverNow() + retryAfterMs));
    return { text: t("nameChangeableAt", { time }), suggestions };
  }
  return { text: errorText(error, fallback), suggestions };
}

interface NameSuggestionsProps {
  readonly names: readonly string[];
  readonly disabled: boolean;
  /** Takes one of them at once. */
  readonly onTake: (name: string) => void;
}

/** Free names, each taken by one press. */
export function NameSuggestions({ names, disabled, onTake }: NameSuggestionsProps) {
  const { t } = useWords(playerWords);
  if (names.length === 0) return null;
  return (
    <fieldset aria-label={t("freeNames")} className="flex w-full flex-wrap items-center gap-2">
      <span className="w-full text-sm text-muted">{t("freeNames")}</span>
      {names.map((name) => (
        <Button key={name} className="px-3! text-sm!" disabled={disabled} onClick={() => onTake(name)}>
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
