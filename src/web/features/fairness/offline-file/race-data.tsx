import { useState } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { VerifiedRace } from "../verifier/check-race.ts";
import { parseRace } from "../verifier/parse-race.ts";
import { offlineFileWords } from "./words.en.ts";

/** Takes a race's data by paste, by drop or from a file, and reports which field is wrong (rule FAIR-34). */
export function RaceData({ onRace }: { readonly onRace: (race: VerifiedRace | null) => void }) {
  const { t } = useWords(offlineFileWords);
  const [text, setText] = useState("");
  const [wrongField, setWrongField] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);

  const take = (given: string) => {
    setText(given);
    const parsed = parseRace(given);
    setWrongField(parsed.ok ? null : parsed.field);
    onRace(parsed.ok ? parsed.race : null);
  };
  const takeFile = async (file: File | undefined) => {
    if (file !== undefined) take(await file.text());
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the file button does the same as dropping
    <form
      className={classNames(
        "flex flex-col gap-2 rounded-m border bg-bg/60 p-3",
        isOver ? "border-accent" : "border-divider",
      )}
      onSubmit={(event) => {
        event.preventDefault();
        take(text);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void takeFile(event.dataTransfer.files[0]);
      }}
    >
      <label className="flex flex-col gap-1">
        <span className="text-sm text-muted">{t("raceData")}</span>
        <textarea
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text");
            if (!parseRace(pasted).ok) return;
            event.preventDefault();
            take(pasted);
          }}
          spellCheck={false}
          className="rounded-m border border-control bg-bg px-4 py-3 field-mono break-all"
        />
      </label>
      <p className="text-xs text-muted">{t("dataExplained")}</p>
      {wrongField !== null && (
        <p role="alert" className="text-sm text-bad">
          {wrongField === "" ? t("noJson") : t("fieldWrong", { field: wrongField })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{t("takeData")}</Button>
        <label className="inline-flex min-h-11 cursor-pointer items-center rounded-m border border-control bg-raised/80 px-4 text-base font-bold hover:border-accent has-focus-visible:outline-2 has-focus-visible:outline-focus">
          {t("chooseFile")}
          <input
            type="file"
            accept=".json,application/json"
            className="sr-only"
            onChange={(event) => {
              void takeFile(event.target.files?.[0]);
              // So that the same file can be chosen again.
              event.target.value = "";
            }}
          />
        </label>
      </div>
    </form>
  );
}
