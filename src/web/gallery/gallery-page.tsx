import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useSearchParams } from "wouter";
import { themes } from "../../domain/theme.ts";
import { DialogHost } from "../app/dialog-host.tsx";
import { useWallet } from "../foundation/lib/wallet/wallet-store.ts";
import { showBetStep } from "../foundation/live/bet-slip.ts";
import { applyTheme } from "../foundation/lib/theme.ts";
import { Toasts } from "../foundation/ui/toasts.tsx";
import { betSteps } from "./bet-steps.ts";
import { chatCases, ChatParts } from "./chat-parts.tsx";
import { DialogButtons } from "./dialog-buttons.tsx";
import { account, answeredQueries } from "./example-player.ts";
import { PageParts } from "./page-parts.tsx";
import { raceCases } from "./race-cases.ts";
import { RaceParts } from "./race-parts.tsx";
import { UiParts } from "./ui-parts.tsx";

/**
 * Every component in each of its states, for developers. Only in development mode; the choice is in the address, so
 * that a state can be linked and photographed.
 */
export function GalleryPage() {
  const [client] = useState(answeredQueries);
  const [choice, setChoice] = useChoice();
  useEffect(() => applyTheme(choice.theme), [choice.theme]);
  useEffect(() => showBetStep(betSteps[choice.step] ?? null), [choice.step]);
  useEffect(() => {
    const isConnected = choice.who === "player";
    useWallet.setState(
      isConnected ? { status: "connected", account } : { status: "disconnected", account: null },
    );
  }, [choice.who]);

  return (
    <QueryClientProvider client={client}>
      <main className="flex flex-col gap-8 p-5">
        <header className="panel sticky top-2 z-40 flex flex-col gap-2 bg-panel p-3">
          <h1 className="text-xl">Gallery</h1>
          <Choices name="Theme" options={themes} chosen={choice.theme} onChoose={setChoice("theme")} />
          <Choices name="Who" options={whos} chosen={choice.who} onChoose={setChoice("who")} />
          <Choices
            name="Race"
            options={Object.keys(raceCases)}
            chosen={choice.race}
            onChoose={setChoice("race")}
          />
          <Choices
            name="Bet"
            options={Object.keys(betSteps)}
            chosen={choice.step}
            onChoose={setChoice("step")}
          />
          <Choices
            name="Chat"
            options={Object.keys(chatCases)}
            chosen={choice.chat}
            onChoose={setChoice("chat")}
          />
        </header>
        <ChatParts name={choice.chat} />
        <RaceParts key={choice.race} name={choice.race} />
        <UiParts />
        <PageParts />
        <DialogButtons />
      </main>
      <DialogHost />
      <Toasts aboveBet={false} />
    </QueryClientProvider>
  );
}

const whos = ["visitor", "player"] as const;

type Choice = Readonly<Record<"theme" | "who" | "race" | "step" | "chat", string>>;

function useChoice() {
  const [search, setSearch] = useSearchParams();
  const pick = (name: keyof Choice, options: readonly string[]) =>
    options.find((option) => option === search.get(name)) ?? options[0] ?? "";
  const choice = {
    theme: themes.find((theme) => theme === search.get("theme")) ?? "main-prime",
    who: pick("who", whos),
    race: pick("race", Object.keys(raceCases)),
    step: pick("step", Object.keys(betSteps)),
    chat: pick("chat", Object.keys(chatCases)),
  };
  const set = (name: keyof Choice) => (value: string) =>
    setSearch((before) => ({ ...Object.fromEntries(before), [name]: value }), { replace: true });
  return [choice, set] as const;
}

interface ChoicesProps {
  readonly name: string;
  readonly options: readonly string[];
  readonly chosen: string;
  readonly onChoose: (option: string) => void;
}

function Choices({ name, options, chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="sr-only">{name}</legend>
      <span aria-hidden className="w-16 text-sm text-muted">
        {name}
      </span>
      {options.map((option) => (
        <Choice key={option} isChosen={option === chosen} onChoose={() => onChoose(option)}>
          {option}
        </Choice>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`rounded-s border px-2 py-1 text-sm ${isChosen ? "border-accent text-bright" : "border-divider text-muted"}`}
    >
      {children}
    </button>
  );
}
