import { CircleUser, Flag, Settings, ShieldCheck, Trophy } from "lucide-react";
import { Link, useLocation } from "wouter";
import { pageOf, pagePaths } from "../../contract/pages.ts";
import { Slot } from "../foundation/live/slots.tsx";
import { useWords } from "../foundation/words/use-words.ts";
import { openDialog } from "../foundation/lib/dialogs.ts";
import { appWords } from "./words.en.ts";

const tabs = [
  { to: "home", label: "race", icon: Flag },
  { to: "dashboard", label: "dashboard", icon: CircleUser },
  { to: "leaderboard", label: "leaderboard", icon: Trophy },
  { to: "fairness", label: "fair", icon: ShieldCheck },
] as const;

const look =
  "flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-xs focus-visible:-outline-offset-2";

/**
 * The main places of the app at the lower edge of a phone, and its settings; however narrow the phone is, and in several
 * rows where the letters are large (rule PAGE-12).
 */
export function TabBar() {
  const { t } = useWords(appWords);
  const [pathname] = useLocation();
  const currentPage = pageOf(pathname)?.name;
  return (
    <nav
      aria-label={t("places")}
      className="group/places relative grid grid-cols-[repeat(auto-fit,minmax(3.2rem,1fr))] bg-panel max-[359px]:*:text-[0.65rem]"
    >
      {tabs.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={pagePaths[to]}
          aria-current={to === currentPage ? "page" : undefined}
          // An open chat covers the page, and is the place that is highlighted.
          className={`${look} text-muted aria-[current=page]:text-bright group-has-[[aria-expanded=true]]/places:text-muted!`}
        >
          <Icon aria-hidden size={20} />
          {t(label)}
        </Link>
      ))}
      <Slot name="tab" />
      <button type="button" onClick={() => openDialog("help")} className={`${look} text-muted`}>
        <Settings aria-hidden size={20} />
        {t("settingsTab")}
      </button>
    </nav>
  );
}
