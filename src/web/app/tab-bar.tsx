import { CircleUser, Flag, Settings, ShieldCheck, Trophy } from "lucide-react";
import { NavLink } from "react-router";
import { pagePaths } from "../../contract/pages.ts";
import { Slot } from "../live/slots.tsx";
import { useWords } from "../words/use-words.ts";
import { openDialog } from "../lib/dialogs.ts";
import { appWords } from "./words.en.ts";

const tabs = [
  { to: pagePaths.home, label: "race", icon: Flag },
  { to: pagePaths.dashboard, label: "dashboard", icon: CircleUser },
  { to: pagePaths.leaderboard, label: "leaderboard", icon: Trophy },
  { to: pagePaths.fairness, label: "fair", icon: ShieldCheck },
] as const;

const look =
  "flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-xs focus-visible:-outline-offset-2";

/** The main places of the app at the lower edge of a phone, and its settings. */
export function TabBar() {
  const { t } = useWords(appWords);
  return (
    <nav aria-label={t("places")} className="grid auto-cols-fr grid-flow-col">
      {tabs.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) => `${look} ${isActive ? "text-bright" : "text-muted"}`}
        >
          <Icon aria-hidden size={20} />
          {t(label)}
        </NavLink>
      ))}
      <Slot name="tab" />
      <button type="button" onClick={() => openDialog("help")} className={`${look} text-muted`}>
        <Settings aria-hidden size={20} />
        {t("settings")}
      </button>
    </nav>
  );
}
