import { ArrowRightLeft, Flag, Landmark, LayoutDashboard, type LucideIcon, Search, User } from "lucide-react";
import { useId, useState } from "react";
import { useLocation } from "wouter";
import { settingKeys } from "../../../../domain/settings.ts";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { prefixOf } from "../kit/bits.tsx";
import { closePalette } from "../kit/palette-state.ts";
import { settingTexts } from "../settings/setting-texts.ts";
import { adminTabPath } from "../tab-path.ts";
import { findEntries, type PaletteEntry, type PaletteTarget } from "./palette-entries.ts";
import { paletteWords } from "./words.en.ts";

const icons = {
  tab: LayoutDashboard,
  user: User,
  userSearch: Search,
  race: Flag,
  transaction: ArrowRightLeft,
  houseTransaction: Landmark,
} as const;

/** What the frame has loaded. */
interface PaletteProps {
  readonly tabs: readonly PaletteTarget[];
  readonly settingIcon: LucideIcon;
}

/** Goes to a tab, a setting, a user, a race or a transaction by typing. */
export function CommandPalette(props: PaletteProps) {
  const { t } = useWords(paletteWords);
  return (
    <Dialog open onClose={closePalette} title={t("goTo")} wide>
      <Palette {...props} />
    </Dialog>
  );
}

function Palette({ tabs, settingIcon }: PaletteProps) {
  const id = useId();
  const { t } = useWords(paletteWords);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [, navigate] = useLocation();
  const found = findEntries(text, {
    tabs,
    settings: settingKeys.map((key) => ({
      name: settingTexts({ setting_key: key, description: "" }).label,
      to: `${adminTabPath("settings")}?setting=${key}`,
    })),
  });
  const chosen = Math.min(at, found.length - 1);
  const go = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    closePalette();
    navigate(entry.to);
  };
  return (
    <>
      <input
        role="combobox"
        aria-label={t("goTo")}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${chosen}`}
        aria-autocomplete="list"
        value={text}
        maxLength={128}
        placeholder={t("placeholder")}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (by !== 0) setAt((chosen + by + found.length) % found.length);
          else if (event.key === "Enter") go(found[chosen]);
          else return;
          event.preventDefault();
        }}
        className="mb-3 min-h-[54px] w-full rounded-m border border-control bg-bg px-4 text-base outline-none focus:border-accent"
      />
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- follows what is typed above it, which a select cannot do
        role="listbox"
        aria-label={t("found")}
        className="flex max-h-[50dvh] flex-col overflow-y-auto"
      >
        {found.map((entry, index) => {
          const Icon = entry.kind === "setting" ? settingIcon : icons[entry.kind];
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above it has the focus and handles the keys
            <div
              key={`${entry.kind} ${entry.to}`}
              id={`${id}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of the list above, which is not a select
              role="option"
              aria-selected={index === chosen}
              onClick={() => go(entry)}
              onPointerMove={() => setAt(index)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-m px-3 aria-selected:bg-selected aria-selected:text-bright"
            >
              <Icon aria-hidden size={18} className="text-muted" />
              <span className="min-w-0 flex-1 truncate font-bold">
                {entry.kind === "tab" || entry.kind === "setting"
                  ? entry.name
                  : t(entry.kind, { text: entry.kind === "userSearch" ? entry.name : prefixOf(entry.name) })}
              </span>
              <span className="text-xs text-muted">{t(groups[entry.kind])}</span>
            </div>
          );
        })}
      </div>
    </>
  );
}

const groups = {
  tab: "tab",
  setting: "setting",
  user: "users",
  userSearch: "users",
  race: "races",
  transaction: "payouts",
  houseTransaction: "wallets",
} as const;
