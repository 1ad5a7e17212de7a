/** The horses of a new game. An admin may rename them and change their descriptions. */
export const foundingHorses = [
  {
    name: "Thunder Bolt",
    color: "#D7263D",
    description: "Breaks from the gate like a storm front and dares the rest to catch up.",
  },
  {
    name: "Lightning Flash",
    color: "#3E8BFF",
    description: "Blink on the back straight and the blue silks are gone.",
  },
  {
    name: "Storm Chaser",
    color: "#FFD23F",
    description: "Sits third, waits for trouble ahead, then runs straight at it.",
  },
  {
    name: "Midnight Runner",
    color: "#2BD4BD",
    description: "Quiet in the paddock, relentless when the lights come on.",
  },
  {
    name: "Golden Arrow",
    color: "#F76B15",
    description: "Needs one clear line to the post and no second invitation.",
  },
  {
    name: "Silver Streak",
    color: "#E9E4F2",
    description: "Old hand, long stride, and a finish that has broken many hearts.",
  },
] as const;
