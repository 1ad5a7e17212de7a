import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { indexEmotes } from "../../../domain/emote-text.ts";
import { emotesQuery } from "../../foundation/lib/emotes.tsx";
import { chosenAfter, useCompletion } from "./use-completion.ts";

const emotes = ["nay", "nose", "gallop", "nag"].map((shortcode) => ({
  id: shortcode,
  group_id: "g1",
  shortcode,
  file_path: `/emotes/${shortcode}.webp`,
  still_path: null,
  version: 1,
}));

function Options({ text }: { readonly text: string }) {
  return useCompletion(text)
    .options.map(({ shortcode }) => shortcode)
    .join(" ");
}

function optionsFor(text: string): string {
  const client = new QueryClient();
  client.setQueryData(emotesQuery(null).queryKey, { emotes, known: indexEmotes(emotes), nextChangeAt: null });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Options text={text} />
    </QueryClientProvider>,
  );
}

it("offers what a shortcode before the caret may become", () => {
  expect(optionsFor("come on :na")).toBe("nag nay");
  expect(optionsFor(":n")).toBe("nag nay nose");
  for (const nothing of ["na", "at 10:30", ":nag:", ":zzz", ""]) expect(optionsFor(nothing)).toBe("");
});

it("goes round by the arrows, and leaves all other keys to the field", () => {
  expect([chosenAfter("ArrowDown", 0, 3), chosenAfter("ArrowDown", 2, 3)]).toEqual([1, 0]);
  expect([chosenAfter("ArrowUp", 0, 3), chosenAfter("ArrowUp", 2, 3)]).toEqual([2, 1]);
  for (const key of ["ArrowLeft", "a", "Home"]) expect(chosenAfter(key, 1, 3)).toBeNull();
});
