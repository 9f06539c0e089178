// What one run of the script leaves for the next: a folder of small files for each server. Several runs use it at the
// same time, so every fact is a file of its own, made or removed in one step. Where the folder cannot be written, each
// run works as if it were the first.

import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const PAUSE_MS = 60_000;
const KEPT_MS = 24 * 3_600_000;
/** The server takes no more in one event. */
const MAX_RECEIPTS = 50;
const MAX_EDITS = 100;
const MAX_FILES = 100;
const RECALL_ID = /^[0-9a-f-]{36}$/;

/** @param server address of the server that the facts are about. */
export function openState(server) {
  const root = process.env.XDG_STATE_HOME || join(homedir(), ".local", "state");
  const folder = join(root, "casebook", "hooks", hash(server));
  const file = (name) => join(folder, name);
  const names = () => attempt(() => readdirSync(folder)) ?? [];
  const filesOf = (window) => names().filter((name) => name.startsWith(`file-${hash(window)}-`));
  attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));

  return {
    /** The server did not answer in time: the next minute goes without it. */
    pause: () => attempt(() => writeFileSync(file("pause"), "", { mode: 0o600 })),
    /** The server answered. */
    proceed: () => attempt(() => rmSync(file("pause"), { force: true })),
    isPaused() {
      const since = statIfThere(file("pause"))?.mtimeMs;
      return since !== undefined && Math.abs(Date.now() - since) < PAUSE_MS;
    },
    /** True the first time in a session, false from then on. */
    isFirst(session, what) {
      try {
        writeFileSync(file(`said-${hash(session)}-${what}`), "", { flag: "wx", mode: 0o600 });
        return true;
      } catch (error) {
        return error.code !== "EEXIST";
      }
    },
    /** The client has this pack; the server hears of it with the session's next event. */
    addReceipt(session, recall_id) {
      if (!RECALL_ID.test(recall_id)) return;
      attempt(() => writeFileSync(file(`received-${hash(session)}-${recall_id}`), "", { mode: 0o600 }));
    },
    receipts(session) {
      const prefix = `received-${hash(session)}-`;
      return names()
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length))
        .filter((recall_id) => RECALL_ID.test(recall_id))
        .slice(0, MAX_RECEIPTS);
    },
    removeReceipts(session, recall_ids) {
      for (const recall_id of recall_ids)
        attempt(() => rmSync(file(`received-${hash(session)}-${recall_id}`), { force: true }));
    },
    /** Keeps an edit of a session until a run of tests asks what was edited. */
    addEdit(session, edit) {
      const line = `${JSON.stringify({ ...edit, at: Date.now() })}\n`;
      attempt(() => appendFileSync(file(`edits-${hash(session)}`), line, { mode: 0o600 }));
    },
    /** The latest edits of a session, each with its age. */
    edits(session) {
      const text = attempt(() => readFileSync(file(`edits-${hash(session)}`), "utf8")) ?? "";
      return text
        .split("\n")
        .filter(Boolean)
        .slice(-MAX_EDITS)
        .flatMap((line) => {
          const edit = attempt(() => JSON.parse(line));
          if (!edit) return [];
          const { at, ...rest } = edit;
          return [{ ...rest, age_ms: Math.max(0, Date.now() - at) }];
        });
    },
    /** Notes that a part of a file was edited in a context window. @returns true the first time. */
    addFile(window, { path, part }) {
      try {
        const flags = { flag: "wx", mode: 0o600 };
        writeFileSync(file(`file-${hash(window)}-${hash(path)}-${part}`), path, flags);
        return true;
      } catch (error) {
        return error.code !== "EEXIST";
      }
    },
    /** The files that were edited in a context window. */
    files(window) {
      const paths = filesOf(window).flatMap((name) => attempt(() => readFileSync(file(name), "utf8")) || []);
      return [...new Set(paths)].slice(0, MAX_FILES);
    },
    removeFiles(window) {
      for (const name of filesOf(window)) attempt(() => rmSync(file(name), { force: true }));
    },
    removeEdits: (session) => attempt(() => rmSync(file(`edits-${hash(session)}`), { force: true })),
    /** Removes what sessions of the day before left. */
    tidy() {
      for (const name of names()) {
        const modified = statIfThere(file(name))?.mtimeMs ?? Date.now();
        if (Date.now() - modified > KEPT_MS) attempt(() => rmSync(file(name), { force: true }));
      }
    },
  };
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function attempt(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function statIfThere(path) {
  return attempt(() => statSync(path, { throwIfNoEntry: false }));
}
