import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { previewPaths } from "../../../contract/pages.ts";
import { type Refused, refuse } from "../../../domain/result.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { DAY_S } from "../../../domain/utc-day.ts";
import { escapeMarkup } from "../escape-markup.ts";
import { sendRefusal } from "../http/calls.ts";
import type { Site } from "../http/site.ts";

/** What chats and social networks show of a link to a page. */
export interface Preview {
  /** Of the page, and of its picture. */
  readonly path: string;
  readonly picturePath: string;
  readonly title: string;
  readonly description: string;
  /** Whether the page is about something that is over. */
  readonly isFinal: boolean;
  readonly picture: PreviewPicture;
}

interface PreviewPicture {
  readonly width: number;
  readonly height: number;
  /** Differs wherever the picture does: letters, digits, `-` and `_`. */
  readonly etag: string;
  /** The picture as PNG if this instance has it in memory. */
  readonly drawn: () => Uint8Array | null;
  /** Draws it, unless too many are waiting: then null. */
  readonly draw: () => Promise<Uint8Array | null>;
}

/** The pages that have a preview of their own, by the parameter of their path; null where there is no such page. */
export interface Previews {
  readonly replay: (id: string) => Promise<Preview | null>;
  readonly referral: (code: string) => Promise<Preview | null>;
}

interface Ports {
  readonly previews: Previews;
  /** A refusal for a client, or for all of them, that had too much drawn; null while it may go on. */
  readonly countDrawing: (request: FastifyRequest) => Promise<Refused<RefusalCode> | null>;
  readonly notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** A race that goes on looks different soon; a horse's name or the theme may still change after it. */
const MOMENT_S = 30;
const BUSY_MS = 5_000;

/** Serves the pictures of the previews to every origin, since cards are put together elsewhere (rule SHARE-1). */
export function registerPreviews(app: FastifyInstance, ports: Ports): void {
  const config = { anyOrigin: true };
  for (const [name, path] of Object.entries(previewPaths)) {
    app.get<{ Params: { name: string } }>(`${path}:name`, { config }, async (request, reply) => {
      const param = /^(.+)\.png$/.exec(request.params.name)?.[1];
      const preview = param === undefined ? null : await ports.previews[name as keyof Previews](param);
      return preview === null ? ports.notFound(request, reply) : sendPicture(ports, preview, request, reply);
    });
  }
}

async function sendPicture(
  { countDrawing }: Ports,
  { picture, isFinal }: Preview,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const tag = `"${picture.etag}"`;
  const about = {
    etag: tag,
    "cache-control": `public, max-age=${isFinal ? DAY_S : MOMENT_S}`,
    "cross-origin-resource-policy": "cross-origin",
  };
  const known = (request.headers["if-none-match"] ?? "").split(",").map((one) => one.trim());
  if (known.includes(tag)) return reply.headers(about).code(304).send();
  let content = picture.drawn();
  if (content === null) {
    const refusal = await countDrawing(request);
    if (refusal !== null) return refuseFor(reply, refusal);
    content = await picture.draw();
  }
  if (content === null) return refuseFor(reply, refuse("NOT_READY", { retryAfterMs: BUSY_MS }));
  return reply.headers(about).type("image/png").send(Buffer.from(content));
}

const refuseFor = (reply: FastifyReply, refusal: Refused<RefusalCode>): FastifyReply =>
  sendRefusal(
    reply
      .header("retry-after", Math.ceil((refusal.retryAfterMs ?? 0) / 1_000))
      .header("cache-control", "no-store"),
    refusal,
  );

/**
 * The page with what link cards are made of, at absolute addresses. Names of horses and players are only text in it,
 * whatever they hold (rule SHARE-3).
 */
export function withPreview(
  html: string,
  { path, picturePath, title, description, picture }: Preview,
  { origin }: Site,
): string {
  const tags = [
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", "Furlong"),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:url", `${origin}${path}`),
    meta("property", "og:image", `${origin}${picturePath}?v=${picture.etag}`),
    meta("property", "og:image:type", "image/png"),
    meta("property", "og:image:width", String(picture.width)),
    meta("property", "og:image:height", String(picture.height)),
    meta("property", "og:image:alt", title),
    meta("name", "twitter:card", "summary_large_image"),
  ];
  return html.replace("</title>", () => ["</title>", ...tags].join("\n    "));
}

const meta = (kind: "property" | "name", key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escapeMarkup(content)}" />`;
