import { Flag, PanelRightClose, UserX, X } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { later } from "../../foundation/lib/later.ts";
import { useConnection } from "../../foundation/lib/socket.ts";
import { classNames } from "../../foundation/ui/class-names.ts";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { BlockedPlayers } from "./blocked-players.tsx";
import { ChatAnnouncer } from "./chat-announcer.tsx";
import { useChatViewer } from "./chat-viewer.ts";
import { type ChatPlace, showChat } from "./chat-view.ts";
import { Composer } from "./composer.tsx";
import { LobbyMessages } from "./lobby-messages.tsx";
import { useLobby } from "./lobby.ts";
import { useOpenReports } from "./reports.ts";
import { loadQueue } from "./reports/load.ts";
import { focusBack, SideView } from "./side-view.tsx";
import { UnreadBadge } from "./unread-badge.tsx";
import { chatWords } from "./words.en.ts";

interface ChatPanelProps {
  readonly address: string;
  readonly place: ChatPlace;
  readonly className: string;
}

const ReportQueue = later(loadQueue);

type View = "messages" | "reports" | "blocked";

/** The lobby: how many are online, the messages, and the field to write in. */
export function ChatPanel({ address, place, className }: ChatPanelProps) {
  const { t } = useWords(chatWords);
  const { moderates } = useChatViewer();
  const isConnected = useConnection((state) => state.status === "connected");
  // Unknown without a connection.
  const online = useLobby((state) => (isConnected ? state.online : null));
  const [chosen, setView] = useState<View>("messages");
  // A former moderator has no queue to look at.
  const view = chosen === "reports" && !moderates ? "messages" : chosen;
  const toggle = (other: View) => () => setView(view === other ? "messages" : other);
  const Close = place === "column" ? PanelRightClose : X;

  return (
    <aside
      data-chat
      aria-label={t("lobbyChat")}
      className={classNames("panel flex min-h-0 flex-col overflow-hidden", className)}
    >
      <header className="flex min-h-13 items-center border-b border-divider/60 pr-1 pl-4">
        <h2 className="text-lg">{t("lobby")}</h2>
        {online !== null && (
          <p className="ml-auto flex items-center gap-2 pr-1 text-sm whitespace-nowrap text-muted">
            <span aria-hidden className="size-2 rounded-full bg-good" />
            {t("online", { count: online })}
          </p>
        )}
        <div className={classNames("flex", online === null && "ml-auto")}>
          {moderates && (
            <ReportsButton address={address} isOpen={view === "reports"} onClick={toggle("reports")} />
          )}
          <HeadButton label={t("blockedPlayers")} isOpen={view === "blocked"} onClick={toggle("blocked")}>
            <UserX aria-hidden size={18} />
          </HeadButton>
          <HeadButton label={t("hideChat")} onClick={() => showChat(place, false)}>
            <Close aria-hidden size={18} />
          </HeadButton>
        </div>
      </header>
      {view === "messages" && <LobbyMessages address={address} />}
      {view === "reports" && (
        <SideView heading={t("reports")} onBack={() => setView("messages")}>
          <Suspense fallback={<Skeleton className="h-32" />}>
            <ReportQueue address={address} onClosed={focusBack} />
          </Suspense>
        </SideView>
      )}
      {view === "blocked" && <BlockedPlayers address={address} onBack={() => setView("messages")} />}
      {view === "messages" && <Composer />}
      <ChatAnnouncer address={address} />
    </aside>
  );
}

interface HeadButtonProps {
  readonly label: string;
  readonly isOpen?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function HeadButton({ label, isOpen, onClick, children }: HeadButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOpen}
      onClick={onClick}
      className={classNames(
        "relative grid h-11 w-10 place-items-center rounded-m hover:text-text focus-visible:-outline-offset-2",
        isOpen === true ? "text-bright" : "text-muted",
      )}
    >
      {children}
    </button>
  );
}

function ReportsButton({
  address,
  isOpen,
  onClick,
}: {
  readonly address: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}) {
  const { t } = useWords(chatWords);
  const open = useOpenReports(address).data ?? 0;
  return (
    <HeadButton label={t("reportsOpen", { count: open })} isOpen={isOpen} onClick={onClick}>
      <Flag aria-hidden size={18} />
      <UnreadBadge count={open} className="absolute top-0 right-0" />
    </HeadButton>
  );
}
