import type { User } from "../../../contract/players/players.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { CopyLink } from "./copy-link.tsx";
import { referralWords } from "./words.en.ts";

/** At the end of the dashboard: the player's referral link. */
export function DashboardReferral({ user }: { readonly user: User }) {
  const { t } = useWords(referralWords);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 max-tablet:basis-full max-tablet:flex-col max-tablet:items-stretch max-tablet:gap-2">
      <p className="text-sm whitespace-nowrap text-muted">{t("yourLink")}</p>
      <CopyLink user={user} />
    </div>
  );
}
