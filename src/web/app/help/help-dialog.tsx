import { Activity, Shield } from "lucide-react";
import { languages } from "../../../contract/wire/languages.ts";
import { pagePaths } from "../../../contract/pages.ts";
import { Link } from "wouter";
import { switchStillness, useStillness, useStillnessBySystem } from "../../foundation/lib/stillness.ts";
import { useShortcutsSwitch } from "../../foundation/lib/keys.ts";
import { Slot } from "../../foundation/live/slots.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { Checkbox } from "../../foundation/ui/checkbox.tsx";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { useLanguage } from "../../foundation/words/language.ts";
import { chooseLanguage } from "../../foundation/words/load-language.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { closeDialog } from "../../foundation/lib/dialogs.ts";
import { useSeesAdmin } from "../sees-admin.ts";
import { appWords } from "../words.en.ts";
import { helpWords } from "./words.en.ts";

/** Language, sound, motion, and what the keys do. */
export function HelpDialog() {
  const { t } = useWords(helpWords);
  const inApp = useWords(appWords);
  const [enabled, setEnabled] = useShortcutsSwitch();
  const still = useStillness();
  const bySystem = useStillnessBySystem();
  const seesAdmin = useSeesAdmin();
  return (
    <Dialog open onClose={closeDialog} title={inApp.t("settings")}>
      <LanguageChoice />
      <Slot name="settings" />
      {seesAdmin && (
        <Link
          to={pagePaths.admin}
          onClick={closeDialog}
          className="flex min-h-11 items-center gap-3 text-accent underline-offset-4 hover:underline tablet:hidden"
        >
          <Shield aria-hidden size={20} />
          {inApp.t("admin")}
        </Link>
      )}
      <Link
        to={pagePaths.status}
        onClick={closeDialog}
        className="flex min-h-11 items-center gap-3 underline-offset-4 hover:underline"
      >
        <Activity aria-hidden size={20} />
        {t("whatRuns")}
      </Link>
      <Checkbox checked={still} onChange={switchStillness} disabled={bySystem}>
        {t("motionReduced")}
      </Checkbox>
      {/* A phone has no keys. */}
      <div className="max-tablet:hidden">
        <Checkbox checked={enabled} onChange={setEnabled}>
          {t("shortcutsOn")}
        </Checkbox>
        <Keys />
      </div>
    </Dialog>
  );
}

/** Each language by its own name, for people who read no other. */
function LanguageChoice() {
  const { t } = useWords(helpWords);
  const current = useLanguage((state) => state.language);
  return (
    <fieldset className="mb-2 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
      <legend className="mb-2 text-muted">{t("language")}</legend>
      {languages.map(({ tag, name }) => (
        <Button key={tag} lang={tag} aria-pressed={tag === current} onClick={() => void chooseLanguage(tag)}>
          {name}
        </Button>
      ))}
    </fieldset>
  );
}

function Keys() {
  const { t } = useWords(helpWords);
  const keys = [
    ["1 – 6", "keyHorse"],
    ["B", "keyAmount"],
    ["S", "keySource"],
    ["Q W E R", "keyPreset"],
    [t("keyNameEnter"), "keyBet"],
    ["M", "keySound"],
    ["C", "keyChat"],
    [t("keyNameSpace"), "keyPlay"],
    ["← →", "keySeek"],
    ["?", "keyHelp"],
  ] as const;
  return (
    <>
      <h3 className="mt-3 mb-2 text-base">{t("keyboard")}</h3>
      <dl className="flex flex-col gap-2">
        {keys.map(([key, meaning]) => (
          <div key={meaning} className="flex items-center justify-between gap-4">
            <dt>
              <kbd className="inline-block rounded-s border border-control bg-raised px-2 py-1 font-mono text-xs">
                {key}
              </kbd>
            </dt>
            <dd className="text-muted">{t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
