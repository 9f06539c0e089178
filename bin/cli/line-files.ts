import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { z } from "zod";
import { type LineFormat, NEW_RUN, readLine } from "./transcripts";

/** By how many first bytes a file is known again. */
const HEAD_BYTES = 512;
const CHUNK_BYTES = 262_144;
const NEWLINE = 10;

/** Up to where a file was read. */
export const positionSchema = z.object({
  offset: z.int().min(0),
  head_bytes: z.int().min(0),
  head_sha256: z.string(),
  folder: z.string().nullable(),
  is_subagent: z.boolean(),
});

export type Position = z.output<typeof positionSchema>;

const START: Position = { offset: 0, head_bytes: 0, head_sha256: "", ...NEW_RUN };

type ReadMessage = { message: ReturnType<typeof readLine>["message"]; position: Position };

/**
 * The whole lines of a file after a position, each with the position behind it; a line that is being written is left for the
 * next time, unless `to_end`. A file that became shorter, or begins otherwise than it did, is another one under the same
 * name (rotated or written again) and read from its start.
 */
export async function* readLines(
  file: string,
  { format, after, to_end = false }: { format: LineFormat; after: Position | undefined; to_end?: boolean },
): AsyncGenerator<ReadMessage> {
  const handle = await open(file, "r");
  try {
    let position = (await isSame(handle, after)) ? (after ?? START) : START;
    let head: { head_bytes: number; head_sha256: string } | null = null;
    for await (const { line, end } of linesFrom(handle, position.offset, to_end)) {
      const run = { folder: position.folder, is_subagent: position.is_subagent };
      const read = readLine(line, { format, run });
      if (head === null || head.head_bytes < HEAD_BYTES)
        head = await headOf(handle, Math.min(end, HEAD_BYTES));
      position = { offset: end, ...head, ...read.run };
      yield { message: read.message, position };
    }
  } finally {
    await handle.close();
  }
}

async function isSame(handle: FileHandle, after: Position | undefined): Promise<boolean> {
  if (after === undefined) return false;
  const { size } = await handle.stat();
  if (size < after.offset) return false;
  const { head_sha256 } = await headOf(handle, after.head_bytes);
  return head_sha256 === after.head_sha256;
}

async function headOf(handle: FileHandle, bytes: number) {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(buffer, 0, bytes, 0);
  const head_sha256 = createHash("sha256").update(buffer.subarray(0, bytesRead)).digest("hex");
  return { head_bytes: bytesRead, head_sha256 };
}

/** Lines from a byte on, with the byte after each. A file may be of hundreds of megabytes; one line is held at a time. */
async function* linesFrom(
  handle: FileHandle,
  offset: number,
  to_end: boolean,
): AsyncGenerator<{ line: string; end: number }> {
  let parts: Buffer[] = [];
  let at = offset;
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) break;
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0 && to < bytesRead; to = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, to));
      yield { line: Buffer.concat(parts).toString("utf8"), end: at + to + 1 };
      parts = [];
      from = to + 1;
    }
    if (from < bytesRead) parts.push(chunk.subarray(from, bytesRead));
    at += bytesRead;
  }
  if (to_end && parts.length > 0) yield { line: Buffer.concat(parts).toString("utf8"), end: at };
}
