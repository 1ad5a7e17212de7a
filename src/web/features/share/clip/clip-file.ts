import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import type { ClipFormat } from "./clip-format.ts";
import { FRAMES_PER_SECOND } from "./clip-shape.ts";

/** A video file that is written in memory. */
export interface ClipFile {
  readonly add: (chunk: EncodedVideoChunk, about: EncodedVideoChunkMetadata | undefined) => void;
  /** The whole file; rejects when a chunk could not be written. */
  readonly finish: () => Promise<Blob>;
}

/** Loaded with the first clip: the library that writes the container is larger than the dialog. */
export async function openClipFile({ extension, track }: ClipFormat): Promise<ClipFile> {
  const target = new BufferTarget();
  const output = new Output({
    target,
    // The index stands first, so that a page plays the file while it loads.
    format: extension === "mp4" ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat(),
  });
  const source = new EncodedVideoPacketSource(track);
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND });
  await output.start();
  const writes: Promise<void>[] = [];
  return {
    add: (chunk, about) => void writes.push(source.add(EncodedPacket.fromEncodedChunk(chunk), about)),
    async finish() {
      await Promise.all(writes);
      await output.finalize();
      if (target.buffer === null) throw new Error("The clip's file was not written.");
      return new Blob([target.buffer]);
    },
  };
}
