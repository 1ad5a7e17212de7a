import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { languages } from "../../contract/wire/languages.ts";
import { type Theme, themes } from "../../domain/theme.ts";
import { Checkbox } from "../foundation/ui/checkbox.tsx";
import { CopyButton } from "../foundation/ui/copy-button.tsx";
import { Panel } from "../foundation/ui/panel.tsx";
import { useWords } from "../foundation/words/use-words.ts";
import {
  defaultOptions,
  overlayAddress,
  overlayParts,
  positions,
  scales,
  type OverlayOptions,
} from "./options.ts";
import { overlayWords } from "./words.en.ts";

/** Represents what is seen through the overlay. Inline rather than a class: every page would wait for that. */
const CHECKERED = "repeating-conic-gradient(#3a3f45 0 25%, #2c3036 0 50%) 0 0 / 24px 24px";

/** The usual sizes of broadcasts and their small sources. */
const sourceSizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 800, height: 450 },
  { width: 480, height: 270 },
] as const;

/** Builds the address of an overlay, and shows the overlay at that address. */
export function OverlaySetupPage() {
  const [options, setOptions] = useState(defaultOptions);
  const [size, setSize] = useState<(typeof sourceSizes)[number]>(sourceSizes[0]);
  const { t } = useWords(overlayWords);
  const change = (part: Partial<OverlayOptions>) => setOptions((before) => ({ ...before, ...part }));
  const path = overlayAddress(options);
  return (
    <main className="mx-auto flex max-w-5xl min-w-0 flex-col gap-4 px-3 pt-2 pb-10 tablet:px-5">
      <h1 className="text-2xl">{t("overlay")}</h1>
      <p className="max-w-prose text-muted">{t("explained")}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 tablet:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Panel className="flex flex-col gap-3 p-4">
          <PartChoices options={options} onChange={change} />
          <ThemeChoice options={options} onChange={change} />
          <PlaceChoices options={options} onChange={change} />
          <LanguageChoice options={options} onChange={change} />
        </Panel>
        <div className="flex min-w-0 flex-col gap-4">
          <Address url={new URL(path, location.origin).href} size={size} />
          <Panel heading={t("preview")}>
            <div className="flex flex-col gap-3 px-4 pb-4">
              <Choice
                label={t("sourceSize")}
                value={String(size.width)}
                choices={sourceSizes.map(({ width, height }) => [String(width), `${width} × ${height}`])}
                onChange={(width) =>
                  setSize(sourceSizes.find((known) => String(known.width) === width) ?? sourceSizes[0])
                }
              />
              <Preview path={path} size={size} />
            </div>
          </Panel>
        </div>
      </div>
    </main>
  );
}

const themeNames = {
  "main-prime": "themeMainPrime",
  "solana-future": "themeSolanaFuture",
} as const satisfies Record<Theme, string>;

const placeNames = {
  "top-left": "atTopLeft",
  top: "atTop",
  "top-right": "atTopRight",
  "bottom-left": "atBottomLeft",
  bottom: "atBottom",
  "bottom-right": "atBottomRight",
} as const;

interface ChoicesProps {
  readonly options: OverlayOptions;
  readonly onChange: (part: Partial<OverlayOptions>) => void;
}

function PartChoices({ options: { parts }, onChange }: ChoicesProps) {
  const { t } = useWords(overlayWords);
  return (
    <fieldset>
      <legend className="text-sm text-muted">{t("parts")}</legend>
      {overlayParts.map((part) => {
        const isShown = parts.includes(part);
        return (
          <Checkbox
            key={part}
            checked={isShown}
            // An overlay that shows nothing is not an overlay.
            disabled={isShown && parts.length === 1}
            onChange={(checked) =>
              onChange({
                parts: overlayParts.filter((known) => (known === part ? checked : parts.includes(known))),
              })
            }
          >
            {t(part)}
          </Checkbox>
        );
      })}
    </fieldset>
  );
}

function ThemeChoice({ options: { theme }, onChange }: ChoicesProps) {
  const { t } = useWords(overlayWords);
  return (
    <Choice
      label={t("theme")}
      value={theme ?? ""}
      choices={[["", t("houseTheme")], ...themes.map((name) => [name, t(themeNames[name])] as const)]}
      onChange={(name) => onChange({ theme: themes.find((known) => known === name) ?? null })}
    />
  );
}

function PlaceChoices({ options: { scale, position }, onChange }: ChoicesProps) {
  const { t, typed } = useWords(overlayWords);
  return (
    <>
      <Choice
        label={t("scale")}
        value={String(scale)}
        choices={scales.map((known) => [String(known), `×${typed(String(known))}`])}
        onChange={(text) => onChange({ scale: scales.find((known) => String(known) === text) ?? 1 })}
      />
      <Choice
        label={t("position")}
        value={position}
        choices={positions.map((known) => [known, t(placeNames[known])])}
        onChange={(text) => onChange({ position: positions.find((known) => known === text) ?? position })}
      />
    </>
  );
}

function LanguageChoice({ options: { language }, onChange }: ChoicesProps) {
  const { t } = useWords(overlayWords);
  return (
    <Choice
      label={t("language")}
      value={language ?? ""}
      choices={[["", t("browserLanguage")], ...languages.map(({ tag, name }) => [tag, name] as const)]}
      onChange={(chosen) => onChange({ language: languages.find(({ tag }) => tag === chosen)?.tag ?? null })}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, choices, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full rounded-m border border-control bg-bg px-3"
      >
        {choices.map(([known, text]) => (
          <option key={known} value={known}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Address({ url, size: { width, height } }: { readonly url: string; readonly size: Size }) {
  const { t } = useWords(overlayWords);
  return (
    <Panel heading={t("address")}>
      <div className="flex flex-col gap-2 px-4 pb-4">
        <div className="flex gap-2">
          <input
            readOnly
            aria-label={t("address")}
            value={url}
            onFocus={(event) => event.target.select()}
            className="min-h-11 min-w-0 flex-1 rounded-m border border-control bg-bg px-3 field-mono"
          />
          <CopyButton text={url} done={t("copied")} label={t("copyAddress")} />
        </div>
        <p className="text-sm text-muted">
          {t("addressHint", { width: String(width), height: String(height) })}
        </p>
      </div>
    </Panel>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The overlay itself at the size of the source, scaled down to the available room. */
function Preview({
  path,
  size: { width, height },
}: {
  readonly path: string;
  readonly size: Size;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const { t } = useWords(overlayWords);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className="relative aspect-video overflow-hidden rounded-m border border-divider"
      style={{ background: CHECKERED }}
    >
      <iframe
        key={path}
        title={t("preview")}
        src={path}
        width={width}
        height={height}
        tabIndex={-1}
        style={{ scale: room / width }}
        // With a colour scheme other than the overlay's own, the browser would put white behind it.
        className="pointer-events-none absolute top-0 left-0 max-w-none origin-top-left scheme-light"
      />
    </div>
  );
}
