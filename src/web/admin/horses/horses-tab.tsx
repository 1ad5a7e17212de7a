import { useState } from "react";
import type * as z from "zod/mini";
import type { horse as horseShape } from "../../../contract/races/admin-races.ts";
import { Button } from "../../ui/button.tsx";
import { Silk } from "../../ui/silk.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { type Column, DataTable } from "../kit/data-table.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { rowsOf, useAnswer } from "../kit/use-rows.ts";
import { HorseForm } from "./horse-form.tsx";
import { horsesWords } from "./words.en.ts";

type Horse = z.output<typeof horseShape>;

/** The stable: its horses with their records, one of them in the form (rule ADMIN-16). */
export function HorsesTab() {
  const { t } = useWords(horsesWords);
  const walletAddress = useAdminAddress();
  const query = useAnswer("listHorses", { query: { walletAddress } });
  const [edited, setEdited] = useState<Horse | null>(null);
  const horses = query.data?.horses;
  return (
    <TabPage title={t("title")} note={t("note")}>
      <div className="grid gap-3 wide:grid-cols-[minmax(0,1fr)_380px] wide:items-start">
        <Part heading={t("stable")} className="max-wide:order-2">
          <DataTable
            label={t("stable")}
            list={rowsOf(query, horses)}
            columns={useColumns(setEdited)}
            keyOf={(horse) => String(horse.id)}
            empty={t("noHorses")}
            failed={t("listFailed")}
            isOpen={(horse) => horse.id === edited?.id}
          />
        </Part>
        <HorseForm
          key={edited?.id ?? "new"}
          horse={edited}
          others={(horses ?? []).filter(({ id }) => id !== edited?.id)}
          number={edited === null ? (horses?.length ?? 0) + 1 : numberOf(edited, horses)}
          onDone={() => setEdited(null)}
        />
      </div>
    </TabPage>
  );
}

/** The lane that a horse has when the stable runs in its order. */
const numberOf = (horse: Horse, horses: readonly Horse[] = []): number =>
  Math.max(
    0,
    horses.findIndex(({ id }) => id === horse.id),
  ) + 1;

function useColumns(edit: (horse: Horse) => void): readonly Column<Horse>[] {
  const { t, percent, whole } = useWords(horsesWords);
  return [
    { id: "name", head: t("name"), onCard: "title", sortBy: ({ name }) => name, cell: ({ name }) => name },
    {
      id: "color",
      head: t("color"),
      onCard: "aside",
      cell: ({ color }) => (
        <span className="inline-flex items-center gap-2 font-mono text-xs">
          <Silk number={1} color={color} size={26} />
          {color}
        </span>
      ),
    },
    {
      id: "wins",
      head: t("wins"),
      isFigure: true,
      sortBy: ({ wins }) => wins,
      cell: ({ wins }) => whole(wins),
    },
    {
      id: "races",
      head: t("races"),
      isFigure: true,
      sortBy: ({ races }) => races,
      cell: ({ races }) => whole(races),
    },
    {
      id: "picks",
      head: t("pickRate"),
      isFigure: true,
      sortBy: ({ pick_rate: rate }) => rate,
      cell: ({ pick_rate: rate }) => percent(rate, 1),
    },
    {
      id: "rate",
      head: t("winRate"),
      isFigure: true,
      sortBy: winRate,
      cell: (horse) => percent(winRate(horse), 1),
    },
    {
      id: "edit",
      head: t("action"),
      onCard: "foot",
      cell: (horse) => (
        <Button
          look="quiet"
          className="-mx-3 underline underline-offset-4"
          aria-label={t("editOf", { name: horse.name })}
          onClick={() => edit(horse)}
        >
          {t("edit")}
        </Button>
      ),
    },
  ];
}

/** Wins of races in percent; none without races. */
const winRate = ({ wins, races }: Horse): number => (races === 0 ? 0 : (wins / races) * 100);
