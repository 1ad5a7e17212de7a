import { featureDocs } from "../openapi/docs.ts";

export const titlesDocs = featureDocs({
  description: "Titles that players unlock and wear.",
  operations: {
    getTitles: { description: "At most one of them is active." },
    setActiveTitle: {
      description: "Answers all of them, as they are now.",
      refuses: ["TITLE_NOT_FOUND", "TITLE_LOCKED"],
    },
    listTitles: { description: "Those that nobody has unlocked too." },
    createTitle: { description: "The slug is its stable name.", refuses: ["TITLE_EXISTS"] },
    assignTitle: {
      description: "Does nothing when it is unlocked already.",
      refuses: ["TITLE_NOT_FOUND", "USER_NOT_FOUND"],
    },
    unassignTitle: {
      description: "A title that is worn is taken off.",
      refuses: ["TITLE_NOT_FOUND", "USER_NOT_FOUND"],
    },
  },
  fields: {
    is_active: "Whether the player wears it.",
    slug: { description: "Stable name in lower case.", example: "early-bird" },
    titleId: "Which title.",
    titles: "The titles.",
    "createTitle.title": "The title.",
  },
});
