import { fileURLToPath } from "node:url";
import { createServer, type Plugin, type ResolvedConfig, type Rolldown } from "vite";
import { barColors } from "../foundation/lib/stored-theme.ts";
import { gameApi } from "../../contract/game-api.ts";
import { requestFor } from "../../contract/wire/client.ts";
import { DEFAULT_LANGUAGE } from "../../contract/wire/default-language.ts";
import { type Language, languages } from "../../contract/wire/languages.ts";
import { pageFile, type PageKind, places, type Place } from "../../contract/pages.ts";
import { type Theme, themes } from "../../domain/theme.ts";
import { networks } from "../../domain/networks.ts";

/** What index.html contains where each page has its own value. */
const OWN_THEME = 'data-theme="main-prime"';
const OWN_LANGUAGE = 'lang="en"';
const OWN_BAR = `content="${barColors["main-prime"]}"`;
const OWN_ROOT = '<div id="root"></div>';

/** The fonts of the first screen, requested together with the style sheet instead of after it. */
const firstFonts: Readonly<Record<Theme, readonly RegExp[]>> = {
  "main-prime": [/fraunces-latin-600-normal.*\.woff2$/, /archivo-latin-500-normal.*\.woff2$/],
  "solana-future": [/chakra-petch-latin-700-normal.*\.woff2$/, /space-grotesk-latin-500-normal.*\.woff2$/],
};

/** A path for each place; for the others, one whose page is loaded later, like all of them. */
const paths: Readonly<Record<Place, string>> = { race: "/", other: "/race/0" };

const kinds: readonly PageKind[] = places.flatMap((place) =>
  themes.flatMap((theme) =>
    networks.flatMap((network) => languages.map(({ tag }) => ({ place, theme, network, language: tag }))),
  ),
);

/** The calls of `first-answers.ts`, sent while the scripts are still loading. */
const firstCalls: Readonly<Record<Place, readonly string[]>> = (() => {
  const always = [
    requestFor(gameApi.getActiveRace, {}).path,
    requestFor(gameApi.getRuntime, {}).path,
    requestFor(gameApi.getSession, {}).path,
  ];
  const race = [requestFor(gameApi.listRaces, { query: { limit: 20 } }).path];
  return { race: [...always, ...race], other: always };
})();

/**
 * Makes the pages that the server sends from index.html: for each kind one that a browser can paint before a script has
 * run, with the answers that it will need already requested.
 */
export function emitPages(): Plugin {
  let config: ResolvedConfig;
  let earlyPress: string;
  return {
    name: "furlong:pages",
    apply: "build",
    enforce: "post",
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      const id = fileURLToPath(new URL("../app/early-press.ts", import.meta.url));
      earlyPress = this.emitFile({ type: "chunk", id, name: "early-press" });
    },
    async generateBundle(_options, bundle) {
      const index = bundle["index.html"];
      if (index?.type !== "asset") return;
      const html = index.source.toString();
      const files = Object.values(bundle);
      await withShells(config, async (shellOf) => {
        for (const kind of kinds) {
          const shell = await shellOf(paths[kind.place], kind);
          const source = pageOf(html, {
            kind,
            shell,
            preloads: preloads(files, kind),
            earlyPress: this.getFileName(earlyPress),
          });
          this.emitFile({ type: "asset", fileName: pageFile(kind), source });
        }
      });
      delete bundle["index.html"];
    },
  };
}

type ShellOf = (path: string, kind: PageKind) => Promise<string>;

/** Provides the function that draws a page as React would draw it first. */
async function withShells(
  { configFile, root }: ResolvedConfig,
  use: (shellOf: ShellOf) => Promise<void>,
): Promise<void> {
  const server = await createServer({
    configFile: configFile ?? false,
    root,
    logLevel: "error",
    server: { middlewareMode: true, ws: false },
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { shellOf } = await server.ssrLoadModule("/app/shell.tsx");
    await use(shellOf);
  } finally {
    await server.close();
  }
}

/** The module that names the files of texts, and a language's own file; English comes with the scripts. */
const textsOf = (language: Language): readonly string[] =>
  language === DEFAULT_LANGUAGE ? [] : ["/words/translations.ts", `/locales/${language}.json?part=site`];

function preloads(
  files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
  { place, theme, language }: PageKind,
): string {
  const fonts = files
    .map(({ fileName }) => fileName)
    .filter((file) => firstFonts[theme].some((pattern) => pattern.test(file)));
  const texts = textsOf(language).flatMap((module) =>
    files
      .filter((file) => file.type === "chunk" && file.facadeModuleId?.endsWith(module))
      .map(({ fileName }) => fileName),
  );
  return [
    ...texts.map((file) => `<link rel="modulepreload" href="/${file}" crossorigin>`),
    ...firstCalls[place].map((path) => `<link rel="preload" as="fetch" href="${path}" crossorigin>`),
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`),
  ].join("\n    ");
}

interface Own {
  readonly kind: PageKind;
  readonly shell: string;
  readonly preloads: string;
  /** The script that remembers what is pressed before the others are loaded. */
  readonly earlyPress: string;
}

function pageOf(
  html: string,
  { kind: { theme, language }, shell, preloads: links, earlyPress }: Own,
): string {
  if (/\sstyle="/.test(shell)) throw new Error("The policy of the pages forbids style attributes in HTML.");
  const changes: readonly (readonly [from: string, to: string])[] = [
    [OWN_THEME, `data-theme="${theme}"`],
    [OWN_LANGUAGE, `lang="${language}"`],
    [OWN_BAR, `content="${barColors[theme]}"`],
    // Half a page is not shown: its parts would move when the rest arrives.
    [OWN_ROOT, `<div id="root">${shell}</div>\n    <div id="shell-end"></div>`],
    [
      "</head>",
      `  <script type="module" async src="/${earlyPress}"></script>\n    ${links}\n    <link rel="expect" href="#shell-end" blocking="render">\n  </head>`,
    ],
  ];
  const page = changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`index.html has no ${from}.`);
    return before.replace(from, () => to);
  }, html);
  // The shell is painted without the scripts: they leave the bandwidth to the styles and fonts that it needs.
  return page.replaceAll('<script type="module" crossorigin ', '$&fetchpriority="low" ');
}
