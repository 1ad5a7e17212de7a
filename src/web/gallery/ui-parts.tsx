import { Flag } from "lucide-react";
import { EmoteImage, EmoteText, useEmotes } from "../foundation/lib/emotes.tsx";
import { Button } from "../foundation/ui/button.tsx";
import { Checkbox } from "../foundation/ui/checkbox.tsx";
import { CopyButton } from "../foundation/ui/copy-button.tsx";
import { CrashScreen } from "../foundation/ui/error-boundary.tsx";
import { Menu, MenuItem } from "../foundation/ui/menu.tsx";
import { Panel } from "../foundation/ui/panel.tsx";
import { ProgressBar } from "../foundation/ui/progress-bar.tsx";
import { Silk } from "../foundation/ui/silk.tsx";
import { Skeleton, Spinner } from "../foundation/ui/skeleton.tsx";
import { toast } from "../foundation/ui/toast.ts";
import { Case, CaseGroup } from "./case.tsx";

const colors = ["#D7263D", "#3E8BFF", "#FFD23F", "#2BD4BD", "#F76B15", "#E9E4F2"];
const looks = ["primary", "secondary", "quiet", "danger"] as const;

/** The building blocks of all pages. */
export function UiParts() {
  return (
    <>
      <CaseGroup name="Buttons">
        {looks.map((look) => (
          <Case key={look} name={look}>
            <Button look={look}>Place Bet</Button>
            <Button look={look} disabled>
              Disabled
            </Button>
          </Case>
        ))}
        <Case name="checkbox">
          {[false, true].map((checked) => (
            <Checkbox key={String(checked)} checked={checked} onChange={() => undefined}>
              {checked ? "On" : "Off"}
            </Checkbox>
          ))}
          <Checkbox checked disabled onChange={() => undefined}>
            Disabled
          </Checkbox>
        </Case>
        <Case name="copy">
          <CopyButton text="text" done="Copied" label="Copy the text" />
          <CopyButton text="" done="" label="Nothing to copy" />
        </Case>
        <Case name="menu">
          <Menu name="Menu" label="Menu" className="min-h-11 rounded-m border border-control px-4 font-bold">
            {(close) => (
              <MenuItem icon={<Flag size={18} />} onSelect={close}>
                An action
              </MenuItem>
            )}
          </Menu>
        </Case>
      </CaseGroup>
      <CaseGroup name="Silks">
        {[26, 40, 76].map((size) => (
          <Case key={size} name={`${size} px`}>
            <div className="flex flex-wrap gap-2">
              {colors.map((color, index) => (
                <Silk key={color} number={index + 1} color={color} size={size} />
              ))}
            </div>
          </Case>
        ))}
      </CaseGroup>
      <CaseGroup name="Emotes">
        <EmoteCases />
      </CaseGroup>
      <CaseGroup name="Waiting and progress">
        <Case name="skeleton">
          <Skeleton className="h-12 w-56" />
        </Case>
        <Case name="spinner">
          <Spinner label="Loading" />
        </Case>
        {[0, 40, 100].map((value) => (
          <Case key={value} name={`progress ${value} %`}>
            <ProgressBar label={`${value} percent`} value={value} max={100} className="w-56" />
          </Case>
        ))}
      </CaseGroup>
      <CaseGroup name="Panel, toasts, crash">
        <Panel heading="Heading" aside="A remark" className="w-72">
          <p className="px-4 pb-4 text-muted">What a panel holds.</p>
        </Panel>
        <Case name="toasts">
          <Button onClick={() => toast.good("Bet Placed Successfully!")}>Good</Button>
          <Button onClick={() => toast.bad("Failed to place bet")}>Bad</Button>
          <Button onClick={() => toast.plain("You won", "Your horse won race #7.")}>Plain</Button>
        </Case>
        <Case name="crash">
          <div className="[&>main]:min-h-0">
            <CrashScreen />
          </div>
        </Case>
      </CaseGroup>
    </>
  );
}

/** The emotes of the server behind the gallery. */
function EmoteCases() {
  const { emotes } = useEmotes();
  return (
    <>
      <Case name="in text">
        <p className="leading-[22px]">
          {emotes.map(({ id, shortcode }) => (
            <span key={id}>
              {shortcode} <EmoteText text={`:${shortcode}: `} />
            </span>
          ))}
        </p>
      </Case>
      {[44, 88].map((size) => (
        <Case key={size} name={`${size} px`}>
          <div className="flex flex-wrap gap-2">
            {emotes.map((emote) => (
              <EmoteImage key={emote.id} emote={emote} size={size} />
            ))}
          </div>
        </Case>
      ))}
    </>
  );
}
