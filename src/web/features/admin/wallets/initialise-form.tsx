import { KeyRound, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { banner } from "../kit/banner.tsx";
import { Part } from "../kit/tab-page.tsx";
import { NewPasswordFields, noPassword, problemOf } from "./password-rules.tsx";
import { useHouseCall } from "./use-house-call.ts";
import { walletsWords } from "./words.en.ts";

/** Creates the house's wallets, once, under a master password that nobody can recover. */
export function InitialiseForm() {
  const { t } = useWords(walletsWords);
  const adminWallet = useAdminAddress();
  const [chosen, setChosen] = useState(noPassword);
  const { underWay, send } = useHouseCall();

  async function initialise() {
    const problem = problemOf(chosen);
    if (problem !== null) return banner.bad(t(problem));
    const { password: masterPassword, confirmation: confirmPassword } = chosen;
    await send({
      call: "initializeHouse",
      input: { body: { adminWallet, masterPassword, confirmPassword } },
      purpose: "house-wallets",
      done: () => t("initialised"),
      failed: t("initialiseFailed"),
    });
  }

  return (
    <Part heading={t("initialise")} className="max-w-2xl">
      <form
        noValidate
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          void initialise();
        }}
      >
        <p className="text-muted">{t("initialiseMeans")}</p>
        <NewPasswordFields value={chosen} onChange={setChosen} />
        <p className="flex items-start gap-3 rounded-m border border-warn/50 bg-bg p-3 text-sm">
          <TriangleAlert aria-hidden size={18} className="mt-0.5 text-warn" />
          {t("notRecoverable")}
        </p>
        <Button look="primary" type="submit" disabled={underWay !== null}>
          <KeyRound aria-hidden size={18} />
          {t(underWay === null ? "initialise" : "initialising")}
        </Button>
      </form>
    </Part>
  );
}
