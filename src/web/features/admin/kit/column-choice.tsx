import * as Menu from "@radix-ui/react-dropdown-menu";
import { Check, Columns3 } from "lucide-react";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { Column } from "./columns.ts";
import { kitWords } from "./words.en.ts";

interface ColumnChoiceProps {
  readonly columns: readonly Pick<Column<never>, "id" | "head">[];
  readonly hidden: readonly string[];
  readonly choose: (hidden: readonly string[]) => void;
}

/** A menu of the columns, in which each but the first can be hidden and shown. */
export function ColumnChoice({ columns, hidden, choose }: ColumnChoiceProps) {
  const { t } = useWords(kitWords);
  const toggle = (id: string) =>
    choose(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]);
  return (
    // Not modal, which would lock the page's scrolling by a style element, and those the page's policy refuses.
    <Menu.Root modal={false}>
      <Menu.Trigger
        aria-label={t("columns")}
        title={t("columns")}
        className="grid size-9 place-items-center rounded-m text-muted hover:text-text data-[state=open]:text-bright"
      >
        <Columns3 aria-hidden size={16} />
      </Menu.Trigger>
      {/* Within the landmark of its list, above the panels that follow. */}
      <Menu.Portal container={document.querySelector("main")}>
        <Menu.Content
          align="end"
          collisionPadding={12}
          className="panel enter z-30 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto bg-panel p-2 text-sm"
        >
          {columns.slice(1).map(({ id, head }) => (
            <Menu.CheckboxItem
              key={id}
              checked={!hidden.includes(id)}
              onCheckedChange={() => toggle(id)}
              // Several are chosen one after the other.
              onSelect={(event) => event.preventDefault()}
              className={itemLook}
            >
              <span className="grid size-4 shrink-0 place-items-center">
                <Menu.ItemIndicator>
                  <Check aria-hidden size={16} className="text-bright" />
                </Menu.ItemIndicator>
              </span>
              {head}
            </Menu.CheckboxItem>
          ))}
          {hidden.length > 0 && (
            <Menu.Item onSelect={() => choose([])} className={`${itemLook} border-t border-hair text-muted`}>
              {t("allColumns")}
            </Menu.Item>
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

const itemLook =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-m px-3 outline-none data-highlighted:bg-raised";
