import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use-words.ts";
import { SearchField } from "../kit/search-field.tsx";
import { racesWords } from "./words.en.ts";

/** Finds a race by its whole id. */
export function RaceSearch({ open }: { readonly open: (id: string) => void }) {
  const { t } = useWords(racesWords);
  const [text, setText] = useState("");
  const id = text.trim().toLowerCase();
  return (
    <search>
      <form
        className="flex flex-wrap gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isRaceId(id)) open(id);
        }}
      >
        <SearchField label={t("raceId")} value={text} onChange={setText} className="flex-1" />
        <Button type="submit" disabled={!isRaceId(id)}>
          {t("find")}
        </Button>
      </form>
    </search>
  );
}

const isRaceId = (text: string): boolean => /^[0-9a-z-]{1,64}$/.test(text);
