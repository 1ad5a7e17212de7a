import { TriangleAlert } from "lucide-react";
import type { SettingsWarning } from "../../../../domain/house-margin.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAddress } from "../kit/address.ts";
import { Part } from "../kit/tab-page.tsx";
import { warningText } from "./house-texts.ts";
import { settingTexts } from "./setting-texts.ts";
import { settingsWords } from "./words.en.ts";

interface SettingsWarningsProps {
  readonly warnings: readonly SettingsWarning[];
  /** Whether some of it is typed and not saved. */
  readonly isDrafted: boolean;
}

/** What these settings together would lose, and which of them to change. */
export function SettingsWarnings({ warnings, isDrafted }: SettingsWarningsProps) {
  const { t } = useWords(settingsWords);
  const [, changeAddress] = useAddress();
  return (
    <div aria-live="polite" data-testid="settings-warnings" className="empty:hidden">
      {warnings.length > 0 && (
        <Part
          heading={
            <span className="flex items-center gap-2 text-warn">
              <TriangleAlert aria-hidden size={18} />
              {t("warnings")}
            </span>
          }
          className="border-warn/60"
        >
          {isDrafted && <p className="px-4 text-sm text-muted">{t("asTyped")}</p>}
          <ul className="pb-1">
            {warnings.map((warning) => (
              <li key={warning.code} className="border-t border-hair px-4 py-2 first:border-t-0">
                <p>{warningText(warning)}</p>
                <p className="flex flex-wrap gap-x-4">
                  {warning.keys.map((key) => (
                    <button
                      key={key}
                      type="button"
                      onClick={() => changeAddress({ setting: key })}
                      className="min-h-11 text-sm font-bold text-accent underline-offset-4 hover:underline"
                    >
                      {settingTexts({ setting_key: key, description: key }).label}
                    </button>
                  ))}
                </p>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}
