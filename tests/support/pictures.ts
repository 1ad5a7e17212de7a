import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** Pictures as people upload them, and as attackers do. They are made from raw pixels and from bytes assembled by hand. */

interface Size {
  readonly width: number;
  readonly height: number;
}

const plain = ({ width, height }: Size, color = "#d7263dcc") =>
  sharp({ create: { width, height, channels: 4, background: color } });

export const pngOf = (size: Size): Promise<Buffer> => plain(size).png().toBuffer();

export const webpOf = (size: Size): Promise<Buffer> => plain(size).webp({ lossless: true }).toBuffer();

/** An animated picture of `frames` frames, assembled from a still one. */
export async function movingWebp(frames: number, { width, height }: Size, frameMs = 100): Promise<Buffer> {
  const one = await webpOf({ width, height });
  const other = await plain({ width, height }, "#2bd4bdff").webp({ lossless: true }).toBuffer();
  const place = Buffer.concat([uint24(0), uint24(0), uint24(width - 1), uint24(height - 1), uint24(frameMs)]);
  const frame = (still: Buffer) =>
    chunk("ANMF", Buffer.concat([place, Buffer.from([2]), imageChunkOf(still)]));
  const canvas = Buffer.concat([Buffer.from([0x12, 0, 0, 0]), uint24(width - 1), uint24(height - 1)]);
  return riff([
    chunk("VP8X", canvas),
    chunk("ANIM", Buffer.from([0, 0, 0, 0, 0, 0])),
    ...Array.from({ length: frames }, (_, at) => frame(at % 2 === 0 ? one : other)),
  ]);
}

/** The WebP file with one more chunk at its end, which readers skip. */
export const webpWith = (file: Buffer, name: string, content: Buffer): Buffer =>
  riff([file.subarray(12), chunk(name, content)]);

/** A PNG of black pixels, of any size: the file is small however large the picture is. */
export const blackPng = ({ width, height }: Size): Buffer =>
  png({ width, height }, deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 }));

/** A PNG with arbitrary bytes for its pixels. */
export function png({ width, height }: Size, pixels: Buffer, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    ...more,
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngChunk(name: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(name, "latin1"), content]);
  return Buffer.concat([uint32be(content.length), typed, uint32be(crc32(typed))]);
}

const riff = (chunks: readonly Buffer[]): Buffer => {
  const content = Buffer.concat([Buffer.from("WEBP", "latin1"), ...chunks]);
  return Buffer.concat([Buffer.from("RIFF", "latin1"), uint32le(content.length), content]);
};

const chunk = (name: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(name, "latin1"),
    uint32le(content.length),
    content,
    Buffer.alloc(content.length % 2),
  ]);

/** The complete VP8L chunk of a lossless WebP. */
function imageChunkOf(file: Buffer): Buffer {
  const at = file.indexOf("VP8L", 0, "latin1");
  const length = file.readUInt32LE(at + 4);
  return file.subarray(at, at + 8 + length + (length % 2));
}

const uint24 = (value: number): Buffer => uint32le(value).subarray(0, 3);

function uint32le(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint32be(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** zlib.crc32 does not exist in every Node 20. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
