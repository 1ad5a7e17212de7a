import { classNames } from "../../../foundation/ui/class-names.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "./admin-address.ts";
import { useAnswer } from "./use-rows.ts";
import { kitWords } from "./words.en.ts";

/** Tells a lone admin that nobody can approve what waits for another admin. */
export function LoneAdmin({ className = "" }: { readonly className?: string }) {
  const { t } = useWords(kitWords);
  const walletAddress = useAdminAddress();
  const { data } = useAnswer("listAdmins", { query: { walletAddress } });
  return data?.admins.length === 1 ? (
    <p className={classNames("text-sm text-warn", className)}>{t("loneAdmin")}</p>
  ) : null;
}
