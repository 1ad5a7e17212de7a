/*
 * The emotes that a new server starts with, as SVG on 64 × 64: few shapes, one dark outline, colours that work on both
 * themes. Animated ones have several frames.
 */

const INK = "#20130c";
const outlined = `stroke="${INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"`;

const shape = (d: string, fill: string, more = outlined) => `<path d="${d}" fill="${fill}" ${more}/>`;
const flat = (d: string, fill: string) => shape(d, fill, "");
const line = (d: string, color: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
/** A thick line with its own outline. */
const rope = (d: string, color: string, width: number) => line(d, INK, width + 5) + line(d, color, width);
const dot = (x: number, y: number, r: number, fill: string, more = "") =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
const turned = (degrees: number, content: string, x = 32, y = 32) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${content}</g>`;
const star = (x: number, y: number, r: number, fill = "#fff6c9") =>
  flat(
    `M${x} ${y - r}Q${x + r * 0.2} ${y - r * 0.2} ${x + r} ${y}Q${x + r * 0.2} ${y + r * 0.2} ${x} ${y + r}Q${x - r * 0.2} ${y + r * 0.2} ${x - r} ${y}Q${x - r * 0.2} ${y - r * 0.2} ${x} ${y - r}Z`,
    fill,
  );

/** A horse that looks at the reader. */
const face = (features: string) =>
  shape("M17 26L11 5L29 14Z", "#b9733a") +
  shape("M47 26L53 5L35 14Z", "#b9733a") +
  flat("M18 19L15.500 10L23 14.500Z", "#f0b48a") +
  flat("M46 19L48.500 10L41 14.500Z", "#f0b48a") +
  shape("M13 28C12 12 52 12 51 28C51 37 48 40 48 46C48 62 16 62 16 46C16 40 13 37 13 28Z", "#c07a3e") +
  flat("M32 14C37 22 35.500 32 35 42H29C28.500 32 27 22 32 14Z", "#fff3df") +
  flat("M17.500 47C17 38 47 38 46.500 47C47 60 17 60 17.500 47Z", "#f6d2ab") +
  shape("M24 17C24 5 40 3 39 17C36 13 33 19 31 14C29 18 27 14 24 17Z", "#4a2a17") +
  features;

const nostrils = dot(26.5, 44, 1.7, INK) + dot(37.5, 44, 1.7, INK);
const eyes = (r: number, pupil: number) =>
  [22, 42]
    .map((x) => dot(x, 30, r, "#fff", `stroke="${INK}" stroke-width="2.500"`) + dot(x, 30.5, pupil, INK))
    .join("");

/** A horse's head from the side. */
const profile = (coat: string, mane: string, ahead = "") =>
  ahead +
  shape("M30 5C14 10 4 28 6 58H22C14 42 20 24 34 17Z", mane) +
  shape(
    "M12 60C12 42 19 26 31 18L32 5L41 14C49 18 55 28 60 38C63 44 58 50 52 49C46 48 42 46 38 44C38 51 44 54 46 60Z",
    coat,
  ) +
  flat("M52 35C56 36 60.500 40 59.500 43.500C58 48 52 47.500 50 46.500C54 44 54 39 52 35Z", "#0003") +
  dot(42, 26, 3.4, INK) +
  dot(43.2, 24.8, 1.1, "#fff") +
  dot(55, 40.5, 1.6, INK);

const leg = (x: number, y: number, degrees: number, color: string) => {
  const knee = {
    x: x + 9 * Math.sin((degrees * Math.PI) / 180),
    y: y + 9 * Math.cos((degrees * Math.PI) / 180),
  };
  const bend = ((degrees - 34) * Math.PI) / 180;
  const end = { x: knee.x + 11 * Math.sin(bend), y: knee.y + 11 * Math.cos(bend) };
  const at = (place: { x: number; y: number }) => `${place.x.toFixed(1)} ${place.y.toFixed(1)}`;
  return rope(`M${x} ${y}L${at(knee)}L${at(end)}`, color, 4.5);
};

/** One moment of a gallop; `phase` goes from 0 to 1. */
function gallop(phase: number): string {
  const swing = (at: number, reach: number) => 12 + reach * Math.sin(2 * Math.PI * (phase + at));
  const lift = 2.2 * Math.sin(2 * Math.PI * phase);
  const far = "#8a4f22";
  return `<g transform="translate(0 ${lift.toFixed(1)})">${
    rope(`M13 30C6 28 4 ${(34 + lift).toFixed(1)} 3 ${(40 - lift).toFixed(1)}`, "#4a2a17", 4) +
    leg(18, 38, swing(0.12, 52), far) +
    leg(40, 38, swing(0.62, 52), far) +
    shape(
      "M12 34C10 24 22 23 30 25C36 26 38 22 41 16C43 11 47 8 50 9L52 5L54 10C58 13 62 18 62 21C61 25 56 24 53 22C50 27 50 36 44 41C36 46 16 46 12 34Z",
      "#c07a3e",
    ) +
    shape(
      "M41 16C38 20 37 24 32 25C36 17 42 8 50 8C46 10 43 12 41 16Z",
      "#4a2a17",
      `stroke="${INK}" stroke-width="2"`,
    ) +
    leg(18, 39, swing(0, 52), "#c07a3e") +
    leg(41, 39, swing(0.5, 52), "#c07a3e") +
    shape(
      "M22 24C22 15 28 10 36 12L37 18C33 20 33 25 32 28H24Z",
      "#e0303f",
      `stroke="${INK}" stroke-width="2.500"`,
    ) +
    dot(38, 9, 5, "#ffd23f", `stroke="${INK}" stroke-width="2.500"`) +
    dot(54.5, 15, 1.6, INK)
  }</g>`;
}

function fire(phase: number): string {
  const sway = (reach: number, at = 0) => (reach * Math.sin(2 * Math.PI * (phase + at))).toFixed(1);
  return (
    shape(
      `M32 61C15 61 9 50 12 39C14 31 20 30 20 20C26 22 28 27 28 31C33 26 ${34 + Number(sway(3))} 15 ${30 + Number(sway(3))} 3C45 10 48 24 46 30C49 29 50 26 50 23C57 32 56 43 53 50C49 58 41 61 32 61Z`,
      "#f4511e",
    ) +
    flat(
      `M32 58C22 58 17 51 19 43C21 37 26 37 28 32C31 35 ${33 + Number(sway(2, 0.3))} 30 ${33 + Number(sway(2, 0.3))} 22C41 28 41 36 41 39C43 39 44 37 45 35C48 42 47 48 44 53C41 57 37 58 32 58Z`,
      "#ff9d1c",
    ) +
    flat("M32 58C26 58 23 53 25 48C27 44 30 45 32 39C37 44 40 47 39 52C38 56 35 58 32 58Z", "#ffe566")
  );
}

const rocket = (flame: number) =>
  turned(
    45,
    `<g transform="translate(32 32) scale(1.15) translate(-32 -31)">` +
      shape(`M26 46C24 54 28 ${56 + flame} 32 ${62 + flame}C36 ${56 + flame} 40 54 38 46Z`, "#ff9d1c") +
      flat(`M29 46C28 52 30 54 32 ${56 + flame}C34 54 36 52 35 46Z`, "#ffe566") +
      shape("M22 34L13 44L15 52L24 47Z", "#e0303f") +
      shape("M42 34L51 44L49 52L40 47Z", "#e0303f") +
      shape("M32 -1C42 8 45 22 42 36L39 48H25L22 36C19 22 22 8 32 -1Z", "#eef2fa") +
      flat("M32 1C37 5 40 11 41.500 16H22.500C24 11 27 5 32 1Z", "#e0303f") +
      dot(32, 26, 5.5, "#4fc3f7", `stroke="${INK}" stroke-width="3"`) +
      "</g>",
  );

const gold = "#ffc93c";

/** Frames by shortcode. */
export const drawings: Readonly<Record<string, readonly string[]>> = {
  gallop: [0, 1 / 8, 2 / 8, 3 / 8, 4 / 8, 5 / 8, 6 / 8, 7 / 8].map(gallop),
  horse: [profile("#b9733a", "#3b2113")],
  unicorn: [
    profile(
      "#f7f4ff",
      "#ff6fb5",
      shape("M36 14L52 -1L44 20Z", gold) +
        `<g transform="translate(-2 2)">${line("M22 16C12 24 8 38 9 54", "#7c5cff", 7)}</g>`,
    ) + line("M17 27C12 34 10 42 10 50", "#35d0ba", 5),
  ],
  silks: [
    shape("M20 8L27 5Q32 11 37 5L44 8L61 22L51 34L46 29V59H18V29L13 34L3 22Z", "#e0303f") +
      flat("M19.500 40L44.500 15V29L19.500 54Z", "#ffd23f") +
      flat("M13 31.500L5.500 23L10 19L18 27Z", "#fff3df") +
      flat("M51 31.500L58.500 23L54 19L46 27Z", "#fff3df") +
      line("M46 29V59H18V29L13 34L3 22L20 8L27 5Q32 11 37 5L44 8L61 22L51 34Z", INK, 3),
  ],
  trophy: [
    rope("M17 14H7C7 26 12 31 20 32", gold, 4) +
      rope("M47 14H57C57 26 52 31 44 32", gold, 4) +
      shape("M27 40H37V50H27Z", "#e09b1a") +
      shape("M17 6H47V20C47 36 40 43 32 43C24 43 17 36 17 20Z", gold) +
      flat("M20.500 9H26V22C26 31 28 36 30 39C23 37 20.500 29 20.500 20Z", "#fff0b8") +
      shape("M19 50H45L48 60H16Z", "#7a4a1e") +
      flat(
        "M34 13L36.500 18.500L42 19L38 23L39.500 28.500L34 25.500L29 28.500L30 23L26.500 19L31.500 18.500Z",
        "#b96f0a",
      ),
  ],
  "photo-finish": [
    shape("M22 17L26 9H40L44 17H55Q60 17 60 22V52Q60 57 55 57H9Q4 57 4 52V22Q4 17 9 17Z", "#5b6f94") +
      flat("M5.500 26H58.500V33H5.500Z", "#39496a") +
      dot(32, 37, 14.5, "#e8eef9", `stroke="${INK}" stroke-width="3"`) +
      dot(32, 37, 9.5, "#2b8fd6", `stroke="${INK}" stroke-width="2.500"`) +
      dot(28.5, 33.5, 3, "#d9f1ff") +
      star(52, 12, 12, "#ffe566"),
  ],
  "finish-flag": [
    rope("M12 6L20 60", "#c9a06a", 3.5) +
      shape("M13 8C24 2 34 14 54 6L60 36C42 44 31 32 19 38Z", "#fffaf0") +
      [
        "M13 8C18 5.500 21 6.500 24.500 7.500L26.500 17C23 15.500 19.500 16 15 18Z",
        "M35 9.500C40 10 44 9.500 48.500 8L50.500 18C46 19.500 42 20 37 20Z",
        "M26.500 17C30 18 33 20 37 20L39 30C35 30 31.500 28 28.500 27Z",
        "M50.500 18L56 16L58 26L52.500 28Z",
        "M17 28C21 26 25 26 28.500 27L30.500 36C26.500 35.500 23 36 19 38Z",
        "M39 30C44 30.500 48 29.500 52.500 28L54.500 38C49.500 40 45 40 41 39.500Z",
      ]
        .map((d) => flat(d, "#232733"))
        .join("") +
      line("M13 8C24 2 34 14 54 6L60 36C42 44 31 32 19 38Z", INK, 3),
  ],
  horseshoe: [
    line("M15 56C11 42 9 34 11 26C14 2 50 2 53 26C55 34 53 42 49 56", INK, 17) +
      line("M15 55C11 42 9 34 11 26C14 2 50 2 53 26C55 34 53 42 49 55", "#9fb6d6", 11) +
      line("M14 40C12 34 12 30 13 26C16 8 40 6 47 17", "#dfeaf8", 3) +
      [
        [13.5, 46],
        [11.5, 32],
        [19, 15.5],
        [45, 15.5],
        [52.5, 32],
        [50.5, 46],
      ]
        .map(([x = 0, y = 0]) => dot(x, y, 2.1, INK))
        .join(""),
  ],
  carrot: [
    rope("M43 20C44 12 50 5 56 4", "#3fbf5a", 5) +
      rope("M45 21C52 17 58 16 61 18", "#3fbf5a", 5) +
      rope("M44 21C48 14 54 10 60 10", "#57d873", 4) +
      shape("M5 60C9 40 23 18 36 16C46 15 50 22 48 30C44 42 24 56 5 60Z", "#ff8a1f") +
      line("M30 24L36 29M22 34L29 40M36 38L41 42M16 45L20 49", "#c75a05", 3),
  ],
  "diamond-hooves": [
    rope("M4 62L9 50", "#b9733a", 9) +
      rope("M60 62L55 50", "#b9733a", 9) +
      shape("M17 6H47L60 22L32 58L4 22Z", "#5fe0f7") +
      flat("M18 8H27L21 21H7.500Z", "#b5f5ff") +
      flat("M27 8H38L43 21H21Z", "#eafdff") +
      flat("M38 8H46L56.500 21H43Z", "#8cecff") +
      flat("M7.500 23H21L30 53Z", "#8cecff") +
      flat("M43 23H56.500L34 53Z", "#1c9fd0") +
      shape("M3 40L15 31L24 42L10 53Z", "#4b4f63") +
      shape("M61 40L49 31L40 42L54 53Z", "#4b4f63") +
      star(50, 9, 8, "#fff"),
  ],
  moon: [
    shape(
      "M42 4C22 2 5 16 5 35C5 51 18 61 33 61C45 61 55 54 59 43C48 48 34 44 30 31C27 20 32 9 42 4Z",
      "#ffd95e",
    ) +
      dot(17, 30, 3.4, "#e5ac2a") +
      dot(23, 48, 4.4, "#e5ac2a") +
      dot(38, 54, 2.8, "#e5ac2a") +
      star(51, 20, 10) +
      star(42, 34, 5),
  ],
  rocket: [0, 4, 1, 5].map(rocket),
  rug: [
    turned(
      -14,
      line("M7 18V46M12 18V46M52 18V46M57 18V46", "#ffe0a3", 3) +
        shape("M7 17H57V47H7Z", "#ffe0a3") +
        shape("M12 14C24 8 38 20 52 14V48C38 54 24 42 12 48Z", "#c2273d") +
        line("M17 20C26 16 38 25 47 20V42C38 47 26 38 17 43Z", "#ffd23f", 3) +
        shape("M32 24L40 32L32 40L24 32Z", "#1f6f8b", `stroke="#ffe0a3" stroke-width="2.500"`),
    ) + line("M4 60H20M44 60H60M27 60H37", "#9fb6d6", 3),
  ],
  gg: [
    rope("M27 21C21 12 6 16 6 32C6 48 21 52 28 43V34H20", "#7dffcb", 8) +
      rope("M57 21C51 12 36 16 36 32C36 48 51 52 58 43V34H50", "#ffd23f", 8),
  ],
  cry: [
    face(
      line("M16 27Q22 34 28 28M36 28Q42 34 48 27", INK, 3.5) +
        line("M15 22L25 20M49 22L39 20", INK, 2.5) +
        nostrils +
        line("M25 55Q32 48 39 55", INK, 3.5) +
        shape(
          "M15 33C10 42 9 50 12 58C16 62 21 58 21 51C22 44 20 38 20 34Z",
          "#4fc3f7",
          `stroke="#0e5f94" stroke-width="2"`,
        ) +
        shape(
          "M49 33C54 42 55 50 52 58C48 62 43 58 43 51C42 44 44 38 44 34Z",
          "#4fc3f7",
          `stroke="#0e5f94" stroke-width="2"`,
        ),
    ),
  ],
  laugh: [
    face(
      line("M15 32Q21 24 28 31M49 32Q43 24 36 31", INK, 4) +
        shape("M20 45Q32 49 44 45C44 57 38 62 32 62C26 62 20 57 20 45Z", "#8f1230") +
        flat("M22 46.500Q32 50 42 46.500L41.500 51Q32 54 22.500 51Z", "#fff") +
        flat("M26 59C28 55 36 55 38 59C34 61.500 30 61.500 26 59Z", "#ff6b81") +
        shape("M11 33C5 36 2 41 4 45C8 48 13 43 13 36Z", "#4fc3f7", `stroke="#0e5f94" stroke-width="2"`) +
        shape("M53 33C59 36 62 41 60 45C56 48 51 43 51 36Z", "#4fc3f7", `stroke="#0e5f94" stroke-width="2"`),
    ),
  ],
  wow: [
    face(
      eyes(8, 3.4) +
        nostrils +
        `<ellipse cx="32" cy="54" rx="6.500" ry="7.500" fill="#8f1230" stroke="${INK}" stroke-width="3"/>` +
        `<ellipse cx="32" cy="58" rx="3.500" ry="2.500" fill="#ff6b81"/>`,
    ),
  ],
  cool: [
    face(
      shape("M9 24H55L52 35C50 39 40 40 37 34L35 29H29L27 34C24 40 14 39 12 35Z", "#171a2b") +
        line("M16 28L21 33M39 28L44 33", "#62d9ff", 3) +
        nostrils +
        line("M24 53Q34 58 42 50", INK, 3.5),
    ),
  ],
  fire: [0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6].map(fire),
  heart: [
    shape("M32 59C14 46 4 36 4 22C4 6 25 2 32 17C39 2 60 6 60 22C60 36 50 46 32 59Z", "#ee2f4f") +
      flat("M10 22C10 14 17 10 22 13C17 15 14 19 14 26C11 26 10 24 10 22Z", "#ff9fb0"),
  ],
  rip: [
    shape("M13 58V26C13 1 51 1 51 26V58Z", "#a9b4c6") +
      flat("M17 56V27C17 15 24 9 31 8.500C23 13 22 20 22 28V56Z", "#cfd8e6") +
      line("M32 17V41M23 26H41", "#4c566a", 5.5) +
      shape(
        "M3 60C6 50 11 54 14 50C18 56 22 52 27 55C32 50 37 56 42 52C47 56 52 49 56 54C59 53 61 56 61 60Z",
        "#3fbf5a",
      ),
  ],
  sol: [
    dot(32, 32, 28, "#8a5cf6", `stroke="${INK}" stroke-width="3"`) +
      dot(32, 32, 23, "#231347") +
      flat("M21 18H50L44 25H15Z", "#14f195") +
      flat("M15 29H44L50 36H21Z", "#5ee0ff") +
      flat("M21 40H50L44 47H15Z", "#c58bff"),
  ],
  "all-in": [
    [
      [52, "#e0303f"],
      [41, "#3e8bff"],
      [30, "#2fbf71"],
      [19, "#ffd23f"],
    ]
      .map(([y = 0, color = ""]) => {
        const top = Number(y);
        return (
          shape(
            `M5 ${top - 5}V${top + 2}C5 ${top + 13} 59 ${top + 13} 59 ${top + 2}V${top - 5}Z`,
            String(color),
            `stroke="${INK}" stroke-width="2.500"`,
          ) +
          flat(`M13 ${top + 1}L20 ${top + 3.5}V${top + 9.5}L13 ${top + 7.5}Z`, "#fff8") +
          flat(`M44 ${top + 3.5}L51 ${top + 1}V${top + 7.5}L44 ${top + 9.5}Z`, "#fff8") +
          `<ellipse cx="32" cy="${top - 5}" rx="27" ry="8.500" fill="${color}" stroke="${INK}" stroke-width="2.500"/>`
        );
      })
      .join("") +
      `<ellipse cx="32" cy="14" rx="15" ry="4.500" fill="#fff6c9" stroke="#b98a00" stroke-width="2"/>`,
  ],
  crown: [
    shape("M8 54L3 18L19 31L32 6L45 31L61 18L56 54Z", gold) +
      flat("M9.500 45H54.500L53.500 52.500H10.500Z", "#e09b1a") +
      dot(32, 7, 4, "#ee2f4f", `stroke="${INK}" stroke-width="2"`) +
      dot(4, 18, 3.5, "#4fc3f7", `stroke="${INK}" stroke-width="2"`) +
      dot(60, 18, 3.5, "#4fc3f7", `stroke="${INK}" stroke-width="2"`) +
      shape("M32 30L37 37L32 44L27 37Z", "#ee2f4f", `stroke="${INK}" stroke-width="2"`) +
      dot(18, 39, 2.6, "#35d0ba") +
      dot(46, 39, 2.6, "#35d0ba"),
  ],
};
