import { Copy } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { User } from "../../../contract/players/players.ts";
import { shortAddress } from "../../../domain/wallet-address.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { useWallet } from "../../foundation/lib/wallet/wallet-store.ts";
import { Slot } from "../../foundation/live/slots.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { Card } from "../../foundation/ui/card.tsx";
import { copyText } from "../../foundation/ui/copy-button.tsx";
import { Tag } from "../../foundation/ui/tag.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { PrivacySwitch } from "./privacy-switch.tsx";
import { statTexts } from "./stats.ts";
import { UsernameEditor } from "./username-editor.tsx";
import { playerWords } from "./words.en.ts";

/** Who the player is here, what others see of them, and account settings. */
export function ProfileTab() {
  const player = usePlayer();
  if (player.kind !== "player") return null;
  const { user } = player;
  return (
    <div className="grid gap-3 tablet:grid-cols-2">
      <ProfileCard user={user} />
      <SecurityCard />
      <FiguresCard user={user} />
      {user.is_streamer && <PrivacyCard user={user} />}
      <div className="grid gap-3 empty:hidden tablet:col-span-2">
        <Slot name="dashboard-profile" given={{ address: player.address }} />
      </div>
    </div>
  );
}

function ProfileCard({ user }: { readonly user: User }) {
  const { t, day } = useWords(playerWords);
  const [isEditing, setEditing] = useState(false);
  const { username, wallet_address: address, created_at } = user;
  return (
    <Card heading={t("profileTab")}>
      <dl>
        <Row name={t("username")}>
          {isEditing ? (
            <UsernameEditor user={user} onDone={() => setEditing(false)} />
          ) : (
            <>
              <span className="truncate text-base font-bold">{username}</span>
              <Button onClick={() => setEditing(true)}>{t("edit")}</Button>
            </>
          )}
        </Row>
        <Row name={t("walletAddress")}>
          <span className="font-mono text-sm">{shortAddress(address, 6, 4)}</span>
          <Button aria-label={t("copyAddress")} onClick={() => void copyText(address, t("addressCopied"))}>
            <Copy aria-hidden size={16} />
          </Button>
        </Row>
        <Row name={t("joined")}>
          <time dateTime={created_at.toISOString()}>{day(created_at)}</time>
        </Row>
      </dl>
    </Card>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-col justify-center border-t border-hair px-4 py-1.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="flex items-center justify-between gap-3">{children}</dd>
    </div>
  );
}

function FiguresCard({ user }: { readonly user: User }) {
  const inWords = useWords(playerWords);
  const { t } = inWords;
  const stats = statTexts(user, inWords);
  return (
    <Card heading={t("yourStats")} className="tablet:col-span-2">
      <dl className="grid grid-cols-2 border-t border-hair py-2 tablet:grid-cols-5">
        {(["totalWagered", "totalWon", "winRate", "racesPlayed", "referralEarnings"] as const).map((name) => (
          <div key={name} className="px-4 py-2">
            <dt className="text-xs text-muted">{t(name)}</dt>
            <dd translate="no" className="figure text-lg">
              {stats[name]}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function SecurityCard() {
  const { t } = useWords(playerWords);
  const wallet = useWallet((state) => state.wallet?.name ?? "");
  return (
    <Card heading={t("accountSecurity")}>
      <dl>
        <Row name={t("walletConnection")}>
          <span className="min-w-0">{wallet}</span>
          <Tag tone="good">{t("connected")}</Tag>
        </Row>
        <Row name={t("login")}>
          <span>{t("bySignature")}</span>
        </Row>
      </dl>
      <p className="px-4 pb-3 text-xs text-muted">{t("noPassword")}</p>
    </Card>
  );
}

function PrivacyCard({ user }: { readonly user: User }) {
  const { t } = useWords(playerWords);
  return (
    <Card heading={t("privacy")} className="tablet:col-span-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-hair px-4 py-1.5">
        <p className="text-sm text-muted">{t("hideFiguresExplained")}</p>
        <PrivacySwitch user={user} />
      </div>
    </Card>
  );
}
