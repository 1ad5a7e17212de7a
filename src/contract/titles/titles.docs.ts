import { featureDocs } from "../openapi/docs.ts";

export const titlesDocs = featureDocs({
  description: "Titles that players unlock and wear.",
  operations: {
    getTitles:
      "Exactly one of them is active. `locked` are the achievements that earn a title and are not reached yet.",
    setActiveTitle: "Returns all of them, as they are now.",
    listTitles: "Includes those that nobody has unlocked.",
    listTitleHolders: "One page of them.",
    createTitle: "The slug is its stable name.",
    deleteTitle: "A holder who wears it then wears the latest of their other titles. For good.",
    assignTitle: "The player's first title is active at once. Does nothing when it is already unlocked.",
    unassignTitle: "If it was the active one, the most recently unlocked of the others becomes active.",
  },
  fields: {
    goal: "Where the achievement is reached: a whole number, amounts in SOL.",
    is_active: "Whether the player wears it.",
    holders: "Who holds the title; otherwise how many.",
    unlocked_at: "When the player unlocked it.",
    locked: "Titles that can still be earned.",
    progress: "How far the achievement is: a whole number, amounts in SOL.",
    slug: { description: "Stable name in lower case.", example: "early-bird" },
    titleId: "Which title.",
    titles: "The titles.",
    "createTitle.title": "The title.",
  },
});
