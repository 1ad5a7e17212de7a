import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use-words.ts";
import { raceIdOf } from "../kit/race-id.ts";
import { SearchField } from "../kit/search-field.tsx";
import { racesWords } from "./words.en.ts";

/** Finds a race by its number or its whole id (rule ADMIN-13). */
export function RaceSearch({ open }: { readonly open: (id: string) => void }) {
  const { t } = useWords(racesWords);
  const [text, setText] = useState("");
  const id = raceIdOf(text);
  return (
    <search>
      <form
        className="flex flex-wrap gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (id !== null) open(id);
        }}
      >
        <SearchField label={t("raceId")} value={text} onChange={setText} className="flex-1" />
        <Button type="submit" disabled={id === null}>
          {t("find")}
        </Button>
      </form>
    </search>
  );
}
