import { Menu as MenuIcon, Search, SlidersHorizontal } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { Link, Redirect, useRoute } from "wouter";
import { pagePaths } from "../../../contract/pages.ts";
import { later } from "../../foundation/lib/later.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { Spinner } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { ToDecideCount } from "./approvals/to-decide-count.tsx";
import { useApprovalNews } from "./approvals/use-waiting.ts";
import { AdminAddress } from "./kit/admin-address.ts";
import { Banner } from "./kit/banner.tsx";
import { openPalette, usePalette, usePaletteKey } from "./kit/palette-state.ts";
import { StepUpDialog, StepUpLeft } from "./kit/step-up-dialog.tsx";
import { adminTabPath } from "./tab-path.ts";
import { adminTabs, tabGroups, type AdminTab } from "./tabs.ts";
import { adminWords } from "./words.en.ts";

const CommandPalette = later(async () => (await import("./palette/command-palette.tsx")).CommandPalette);

/**
 * The panel: its tabs at the side (at the lower edge on a phone), and the tab that the address names.
 */
export function AdminPanel({ address }: { readonly address: string }) {
  const name = useRoute(pagePaths.adminTab)[1]?.tab;
  const currentTab = adminTabs.find((tab) => tab.name === name);
  usePaletteKey();
  const isPaletteOpen = usePalette((state) => state.isOpen);
  useApprovalNews(address);
  const { t } = useWords(adminWords);
  const title = currentTab === undefined ? null : t(currentTab.label);
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    document.title = `${title} · ${t("admin")} · Furlong`;
    return () => {
      document.title = before;
    };
  }, [title, t]);
  if (currentTab === undefined) return <Redirect to={adminTabPath("overview")} replace />;
  const { Tab } = currentTab;
  return (
    <AdminAddress value={address}>
      <div className="admin">
        <div className="tablet:grid tablet:grid-cols-[64px_minmax(0,1fr)] wide:grid-cols-[220px_minmax(0,1fr)]">
          <Rail currentTab={currentTab} />
          <main className="min-h-[60dvh] min-w-0 px-4 pt-3 pb-8 tablet:px-6">
            <Banner />
            <Suspense fallback={<Spinner />}>
              <Tab key={currentTab.name} />
            </Suspense>
          </main>
        </div>
        <PhoneBar currentTab={currentTab} />
        {isPaletteOpen && (
          <Suspense>
            <CommandPalette
              settingIcon={SlidersHorizontal}
              tabs={adminTabs.map(({ name: to, label }) => ({ name: t(label), to: adminTabPath(to) }))}
            />
          </Suspense>
        )}
        <StepUpDialog />
      </div>
    </AdminAddress>
  );
}

const railItem =
  "relative flex min-h-10 items-center gap-3 rounded-m px-3 font-bold hover:bg-raised max-wide:justify-center max-wide:px-0";

function Rail({ currentTab }: { readonly currentTab: AdminTab }) {
  const { t } = useWords(adminWords);
  return (
    <nav
      aria-label={t("panel")}
      className="sticky top-16 flex h-[calc(100dvh-4rem)] flex-col gap-1 overflow-y-auto border-r border-hair px-3 py-3 max-tablet:hidden"
    >
      <button
        type="button"
        onClick={openPalette}
        className="mb-1 flex min-h-11 shrink-0 items-center gap-2 rounded-m border border-control bg-bg px-3 text-sm text-muted hover:border-accent max-wide:justify-center max-wide:px-0"
      >
        <Search aria-hidden size={16} />
        <span className="mr-auto max-wide:sr-only">{t("search")}</span>
        <kbd className="rounded-s border border-control px-1 text-xs max-wide:hidden">{t("searchKey")}</kbd>
      </button>
      {tabGroups.map((group) => (
        <div key={group} className="flex flex-col gap-0.5 pb-2">
          {group !== "now" && <p className="px-3 py-1 text-xs text-muted max-wide:sr-only">{t(group)}</p>}
          {adminTabs
            .filter((tab) => tab.group === group)
            .map((tab) => (
              <Link
                key={tab.name}
                to={adminTabPath(tab.name)}
                title={t(tab.label)}
                aria-current={tab === currentTab ? "page" : undefined}
                className={`${railItem} ${tab === currentTab ? "bg-selected text-bright before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:rounded-full before:bg-accent" : ""}`}
              >
                <tab.icon aria-hidden size={18} />
                <span className="max-wide:sr-only">{t(tab.label)}</span>
                {tab.Badge !== undefined && (
                  <tab.Badge className="max-wide:absolute max-wide:top-0 max-wide:right-0 wide:ml-auto" />
                )}
              </Link>
            ))}
        </div>
      ))}
      <RailFoot />
    </nav>
  );
}

function RailFoot() {
  const runtime = useRuntime();
  return (
    <div className="mt-auto flex flex-col gap-1 border-t border-hair px-3 pt-3 text-xs text-muted max-wide:px-0">
      <StepUpLeft />
      {runtime !== undefined && (
        <p className="max-wide:hidden">
          {runtime.network} · {runtime.version}
        </p>
      )}
    </div>
  );
}

/** The tabs that fit at a phone's lower edge; the last place opens the others. */
const onPhone = ["overview", "races", "payouts", "users"];
const barItem =
  "relative flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-xs aria-[current=page]:text-bright aria-[current=page]:before:absolute aria-[current=page]:before:inset-x-4 aria-[current=page]:before:top-0 aria-[current=page]:before:h-0.5 aria-[current=page]:before:bg-accent";

function PhoneBar({ currentTab }: { readonly currentTab: AdminTab }) {
  const [isOpen, setOpen] = useState(false);
  const { t } = useWords(adminWords);
  const close = () => setOpen(false);
  return (
    <>
      <nav
        aria-label={t("panel")}
        className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-divider bg-panel pb-[env(safe-area-inset-bottom)] text-muted tablet:hidden"
      >
        {adminTabs
          .filter(({ name }) => onPhone.includes(name))
          .map((tab) => (
            <Link
              key={tab.name}
              to={adminTabPath(tab.name)}
              aria-current={tab === currentTab ? "page" : undefined}
              className={barItem}
            >
              <tab.icon aria-hidden size={20} />
              <span className="max-w-full truncate px-1">{t(tab.label)}</span>
            </Link>
          ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={onPhone.includes(currentTab.name) ? undefined : "page"}
          onClick={() => setOpen(true)}
          className={barItem}
        >
          <MenuIcon aria-hidden size={20} />
          {t("more")}
          <ToDecideCount className="absolute top-1 left-1/2 ml-1" />
        </button>
      </nav>
      <Dialog open={isOpen} onClose={close} title={t("panel")}>
        <button
          type="button"
          onClick={() => {
            close();
            openPalette();
          }}
          className="mb-2 flex min-h-11 w-full items-center gap-3 rounded-m border border-control px-3 text-muted"
        >
          <Search aria-hidden size={18} />
          {t("search")}
        </button>
        <div className="mb-2 px-3 text-sm text-muted">
          <StepUpLeft isWide />
        </div>
        <ul>
          {adminTabs.map((tab) => (
            <li key={tab.name}>
              <Link
                to={adminTabPath(tab.name)}
                onClick={close}
                aria-current={tab === currentTab ? "page" : undefined}
                className="flex min-h-11 items-center gap-3 rounded-m px-3 font-bold aria-[current=page]:bg-selected aria-[current=page]:text-bright"
              >
                <tab.icon aria-hidden size={18} />
                {t(tab.label)}
                {tab.Badge !== undefined && <tab.Badge className="ml-auto" />}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
