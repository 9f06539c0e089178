#!/usr/bin/env node
// Hands a hook's event to Casebook and prints what is to be added to the conversation, or nothing.
//
// It never gets in the way: whatever fails (no server, a wrong key, an answer that is none, time running out), it says
// so on stderr, prints nothing on stdout and exits with 0. Plain Node without dependencies, because it starts again for
// every event.

import { readFileSync, statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { dirname, join, resolve } from "node:path";

const LIMIT_MS = 4_000;
/** The server takes no more than this. */
const MAX_EVENT_BYTES = 2_000_000;
const MAX_ANSWER_BYTES = 1_000_000;

const options = process.env;
const base = options.CLAUDE_PLUGIN_OPTION_BASE_URL || options.CASEBOOK_URL || "http://localhost:3000";
const key = options.CLAUDE_PLUGIN_OPTION_API_KEY || options.CASEBOOK_API_KEY || "";

const deadline = setTimeout(() => leave(`no answer within ${LIMIT_MS} ms`), LIMIT_MS);
process.on("uncaughtException", (error) => leave(error.message));
process.on("unhandledRejection", (error) => leave(String(error)));

const event = await readStandardInput();
const url = new URL(`${base.replace(/\/+$/, "")}/api/v1/hooks/claude-code`);
const answer = await post(url, JSON.stringify({ ...event, casebook: whereIs(event.cwd) }));
// Only what adds to the conversation is passed on: whatever a server says, a hook of ours never blocks anything.
if (isObject(answer) && isObject(answer.hookSpecificOutput))
  process.stdout.write(JSON.stringify({ hookSpecificOutput: answer.hookSpecificOutput }));
clearTimeout(deadline);

function leave(reason) {
  process.stderr.write(`casebook: ${reason}; going on without memory\n`);
  process.exit(0);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function readStandardInput() {
  const parts = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    bytes += part.length;
    if (bytes > MAX_EVENT_BYTES) leave("the event is larger than 2 MB");
    parts.push(part);
  }
  const parsed = JSON.parse(Buffer.concat(parts).toString("utf8"));
  if (!isObject(parsed)) leave("the event is no JSON object");
  return parsed;
}

function post(url, body) {
  return new Promise((done) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    };
    const request = send(url, { method: "POST", headers }, (response) => {
      const parts = [];
      let bytes = 0;
      response.on("data", (part) => {
        bytes += part.length;
        if (bytes > MAX_ANSWER_BYTES) leave("the answer is larger than 1 MB");
        parts.push(part);
      });
      response.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        if (response.statusCode !== 200) leave(`${url.origin} answered ${response.statusCode}`);
        done(text === "" ? null : JSON.parse(text));
      });
      response.on("error", (error) => leave(error.message));
    });
    request.on("error", (error) => leave(error.message));
    request.end(body);
  });
}

/**
 * The repository (owner/name of its remote) and the commit of the folder that the agent works in, read from git's own
 * files: starting git takes longer than everything else here. Nothing of it is known: an empty object.
 */
function whereIs(folder) {
  try {
    const { git, common } = gitFolders(resolve(typeof folder === "string" ? folder : "."));
    const config = readFileSync(join(common, "config"), "utf8");
    const remotes = [...config.matchAll(/^\[remote "([^"]+)"\]\s*\n((?:(?!\[).*\n?)*)/gm)];
    const remote = remotes.find(([, name]) => name === "origin") ?? remotes[0];
    const address = remote && /^\s*url\s*=\s*(\S+)\s*$/m.exec(remote[2])?.[1];
    const repository = address && /([^/:\\]+\/[^/:\\]+?)(?:\.git)?\/?$/.exec(address)?.[1];
    const commit = commitOf(git, common);
    return { ...(repository && { repository }), ...(commit && { ref: commit }) };
  } catch {
    return {};
  }
}

/** The git folder of a working copy, and the one it shares with others when it is a linked working tree. */
function gitFolders(start) {
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) return { git: path, common: path };
    if (found?.isFile()) {
      const git = resolve(
        folder,
        readFileSync(path, "utf8")
          .replace(/^gitdir:\s*/, "")
          .trim(),
      );
      return { git, common: resolve(git, readIfThere(join(git, "commondir")) ?? ".") };
    }
    if (dirname(folder) === folder) throw new Error("not in a git repository");
  }
}

function commitOf(git, common) {
  const head = readIfThere(join(git, "HEAD"));
  const name = head && /^ref: (\S+)$/.exec(head)?.[1];
  if (!name) return head;
  const packed = readIfThere(join(common, "packed-refs"));
  return (
    readIfThere(join(git, name)) ??
    readIfThere(join(common, name)) ??
    packed
      ?.split("\n")
      .find((line) => line.endsWith(` ${name}`))
      ?.slice(0, 40)
  );
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
