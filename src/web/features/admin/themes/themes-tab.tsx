import { Check } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { type Theme, themes } from "../../../../domain/theme.ts";
import { adoptTheme, applyTheme, useTheme } from "../../../foundation/lib/theme.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { banner } from "../kit/banner.tsx";
import { Chip } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useChange } from "../kit/use-change.ts";
import { useAnswer } from "../kit/use-rows.ts";
import { ThemePicture } from "./theme-picture.tsx";
import { themesWords } from "./words.en.ts";

const names = { "main-prime": "Main Prime", "solana-future": "Solana Future" } as const satisfies Record<
  Theme,
  string
>;

/** The site's theme: previewed on this page only before it is chosen for everybody. */
export function ThemesTab() {
  const { t } = useWords(themesWords);
  const adminWallet = useAdminAddress();
  const { data, error, refetch } = useAnswer("listSettings", { query: { walletAddress: adminWallet } });
  const stored = data?.settings.find((setting) => setting.setting_key === "theme")?.setting_value;
  const active = themes.find((theme) => theme === stored);
  const [preview, setPreview] = useState<Theme | null>(null);
  usePreview(preview);
  const [chosen, setChosen] = useState<Theme | null>(null);
  const [reason, setReason] = useState("");
  const choose = useChange({
    call: "updateSetting",
    purpose: "content",
    stale: ["listSettings"],
    failed: t("failed"),
  });
  if (active === undefined) {
    return (
      <TabPage title={t("title")}>
        {error !== null ? (
          <Part>
            <LoadFailure error={error} fallback={t("unknown")} retry={refetch} />
          </Part>
        ) : (
          <Skeleton className="h-72" />
        )}
      </TabPage>
    );
  }
  return (
    <TabPage title={t("title")} note={t("note")}>
      <div className="grid gap-3 tablet:grid-cols-2">
        {themes.map((theme) => (
          <section
            key={theme}
            aria-label={names[theme]}
            className={`panel flex flex-col overflow-hidden ${theme === active ? "border-accent!" : ""}`}
          >
            <ThemePicture theme={theme} />
            <div className="flex flex-wrap items-center gap-3 border-t border-hair p-4">
              <h2 className="text-lg">{names[theme]}</h2>
              {theme === active && <Chip tone="good">{t("active")}</Chip>}
              {theme === preview && theme !== active && <Chip tone="info">{t("previewed")}</Chip>}
              <p className="w-full text-sm text-muted">{t(theme)}</p>
              <div className="ml-auto flex gap-3">
                {theme !== active &&
                  (theme === preview ? (
                    <Button onClick={() => setPreview(null)}>{t("endPreview")}</Button>
                  ) : (
                    <Button onClick={() => setPreview(theme)}>{t("preview")}</Button>
                  ))}
                <Button
                  disabled={theme === active || choose.isPending}
                  onClick={() => {
                    setReason("");
                    setChosen(theme);
                  }}
                >
                  <Check aria-hidden size={16} />
                  {t(theme === active ? "active" : "choose")}
                </Button>
              </div>
            </div>
          </section>
        ))}
      </div>
      {chosen !== null && (
        <ConfirmDialog
          title={`${t("choose")}: ${names[chosen]}`}
          action={t("choose")}
          isBusy={choose.isPending}
          onClose={() => setChosen(null)}
          onConfirm={() =>
            choose.mutate(
              {
                body: {
                  adminWallet,
                  settingKey: "theme",
                  settingValue: chosen,
                  description: reasonOf(reason),
                },
              },
              {
                onSuccess: ({ changed }) => {
                  setPreview(null);
                  adoptTheme(chosen);
                  if (changed) banner.good(t("updated", { name: names[chosen] }));
                },
                onSettled: () => setChosen(null),
              },
            )
          }
        >
          <p className="mb-4">{t("chooseAbout")}</p>
          <ReasonField value={reason} onChange={setReason} />
        </ConfirmDialog>
      )}
    </TabPage>
  );
}

/**
 * Shows a theme on this page while the tab is open, also when the server names one meanwhile: at each new connection,
 * and whenever an admin chooses one.
 */
function usePreview(preview: Theme | null): void {
  useLayoutEffect(() => {
    if (preview === null) return;
    let named = useTheme.getState().theme;
    let isApplying = false;
    const show = ({ theme }: { readonly theme: Theme }) => {
      if (isApplying) return;
      named = theme;
      isApplying = true;
      applyTheme(preview);
      isApplying = false;
    };
    show({ theme: named });
    const stop = useTheme.subscribe(show);
    return () => {
      stop();
      applyTheme(named);
    };
  }, [preview]);
}
