import { featureDocs } from "../openapi/docs.ts";

export const titlesDocs = featureDocs({
  description: "Titles that players unlock and wear.",
  operations: {
    getTitles: {
      description:
        "Exactly one of them is active. `locked` are the achievements that earn a title and are not reached yet.",
    },
    setActiveTitle: {
      description: "Returns all of them, as they are now.",
      refuses: ["TITLE_NOT_FOUND", "TITLE_LOCKED"],
    },
    listTitles: { description: "Includes those that nobody has unlocked." },
    listTitleHolders: { description: "One page of them.", refuses: ["TITLE_NOT_FOUND"] },
    createTitle: { description: "The slug is its stable name.", refuses: ["TITLE_EXISTS"] },
    deleteTitle: {
      description: "A holder who wears it then wears the latest of their other titles. For good.",
      refuses: ["TITLE_NOT_FOUND", "TITLE_EARNED"],
    },
    assignTitle: {
      description: "The player's first title is active at once. Does nothing when it is already unlocked.",
      refuses: ["TITLE_NOT_FOUND", "USER_NOT_FOUND"],
    },
    unassignTitle: {
      description: "If it was the active one, the most recently unlocked of the others becomes active.",
      refuses: ["TITLE_NOT_FOUND", "USER_NOT_FOUND"],
    },
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
