import { createHash } from "node:crypto";
import { fold } from "../safety/fold";
import { type KeyedSuspicion, textsIn } from "../safety/suspicions";
import { ALWAYS_RULES } from "./always-rules";
import { isForbidden } from "./clauses";
import { commandsIn, isKnownCommand } from "./commands";
import {
  ADDRESS,
  commandKey,
  hostKey,
  isCodeHost,
  isProjectPage,
  parseAddress,
  type RepositoryFacts,
} from "./facts";
import { installsIn } from "./installs";
import { DOCUMENTATION_OWNERS, isReservedHost, ownerOf } from "./known-hosts";
import { TAINT_REASONS, type TaintRule } from "./rule-ids";
import { TOOLCHAIN } from "./toolchain";

/** What a text asks for that a person decides on first; `end` exclusive, in UTF-16 code units. */
export type TaintHit = { rule: TaintRule; start: number; end: number };

/** Longer texts are judged by their beginning; no memory is as long. */
const MAX_CHARACTERS = 20_000;

const MAX_HITS = 20;

/** A text with more of them is none of a team; the first decide. */
const MAX_LOOKED_AT = 200;

/**
 * What in a text waits for a person, in the order of the text. Without facts of a repository, what is judged by them finds
 * nothing. What a clause forbids is let pass; a hit is a reason to have a person look, not a proof.
 */
export function findTaints(text: string, facts: RepositoryFacts | null): TaintHit[] {
  const read = text.slice(0, MAX_CHARACTERS);
  const found = [...alwaysHits(read, facts), ...(facts ? repositoryHits(read, facts) : [])];
  const written = facts ? writtenSpans(read, facts) : [];
  const hits = found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .slice(0, MAX_LOOKED_AT)
    .filter((hit) => !written.some(({ start, end }) => start <= hit.start && hit.end <= end))
    .filter((hit) => !isForbidden(read, hit));
  const kept: TaintHit[] = [];
  for (const hit of hits) {
    const same = kept.findLast(({ rule }) => rule === hit.rule);
    if (!same || hit.start >= same.end) kept.push(hit);
  }
  return kept.slice(0, MAX_HITS);
}

const SPAN = /`([^`\n]{2,300})`/g;

/** Code spans that the repository holds as they are: such a command is its own. */
function writtenSpans(text: string, { commands }: RepositoryFacts): { start: number; end: number }[] {
  return [...text.matchAll(SPAN)].flatMap(({ 0: span, 1: code = "", index }) =>
    commands.has(commandKey(code)) ? [{ start: index, end: index + span.length }] : [],
  );
}

/** Whether a text holds anything that facts of a repository would be asked about. */
export function needsFacts(text: string): boolean {
  const read = text.slice(0, MAX_CHARACTERS);
  return read.match(ADDRESS) !== null || commandsIn(read).length > 0 || installsIn(read).length > 0;
}

function alwaysHits(text: string, facts: RepositoryFacts | null): TaintHit[] {
  const { text: folded, at } = fold(text);
  return ALWAYS_RULES.flatMap(({ rule, pattern }) =>
    [...folded.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      if (rule === "fetch_and_run" && isOfRepository(found, facts)) return [];
      return [{ rule, start: at[index] ?? 0, end: (at[index + found.length - 1] ?? 0) + 1 }];
    }),
  );
}

/** Whether every address that it fetches is in the repository, as what it installs itself by. */
function isOfRepository(found: string, facts: RepositoryFacts | null): boolean {
  const written = found.match(ADDRESS) ?? [];
  if (facts === null || written.length === 0) return false;
  return written.every((one) => {
    const address = parseAddress(one);
    return address !== null && address.query === "" && facts.addresses.has(`${address.host}${address.path}`);
  });
}

function repositoryHits(text: string, facts: RepositoryFacts): TaintHit[] {
  const installs = installsIn(text).filter(({ name }) => !isUsed(name, facts));
  const commands = commandsIn(text).filter((command) => !isKnownCommand(command, facts));
  const links = [...text.matchAll(ADDRESS)].filter(
    ({ 0: address, index }) => !isNamed(address, text, index, facts),
  );
  return [
    ...installs.map(({ start, end }) => ({ rule: "install" as const, start, end })),
    ...commands.map(({ start, end }) => ({ rule: "command" as const, start, end })),
    ...links.map(({ 0: address, index }) => ({
      rule: "link" as const,
      start: index,
      end: index + address.length,
    })),
  ];
}

/** Whether a package is one of the repository's: by its name, or, of a module's path, by a folder above it. */
function isUsed(name: string, { packages, hosts }: RepositoryFacts): boolean {
  const address = name.includes("://") ? parseAddress(name) : null;
  if (address) return hosts.has(hostKey(address));
  if (TOOLCHAIN.has(name) || packages.has(name)) return true;
  const spellings = [name.replaceAll("_", "-"), name.replaceAll("-", "_"), name.replaceAll(".", "-")];
  if (spellings.some((spelling) => packages.has(spelling))) return true;
  const parts = name.split("/");
  return (
    name.includes(".") &&
    parts.some((_, index) => index >= 2 && packages.has(parts.slice(0, index + 1).join("/")))
  );
}

const REACHES_OUT =
  /\b(?:curl|wget|clone|fetch|iwr|irm)\b[^.\n]{0,80}$|\b(?:post|upload|send|report|submit|publish|push|forward|e?mail)(?:s|ing|ed)?\b[^.\n]{0,80}\b(?:to|with|at)\b[^.\n]{0,20}$/i;

/**
 * Whether the repository names a link's host or another of the same owner, or it is a page of a project or of
 * documentation, and nothing is sent there.
 */
function isNamed(written: string, text: string, index: number, { hosts }: RepositoryFacts): boolean {
  const address = parseAddress(written);
  if (!address || isReservedHost(address.host)) return true;
  const key = hostKey(address);
  if (hosts.has(key) || key.endsWith("/")) return true;
  const reachesOut = address.query !== "" || REACHES_OUT.test(text.slice(Math.max(0, index - 100), index));
  if (isCodeHost(address.host)) return !reachesOut && isProjectPage(address);
  const owner = ownerOf(address.host);
  if (hosts.has(owner)) return true;
  return !reachesOut && DOCUMENTATION_OWNERS.has(owner);
}

/** What waits for a person in the texts of a value, each with where it stands; a text that occurs twice counts once. */
export function taintsIn(
  value: unknown,
  facts: RepositoryFacts | null,
): (KeyedSuspicion & { rule: TaintRule })[] {
  const seen = new Set<string>();
  return textsIn(value).flatMap(({ field, text }) => {
    if (seen.has(text)) return [];
    seen.add(text);
    const hits = findTaints(text, facts);
    if (hits.length === 0) return [];
    const text_sha256 = createHash("sha256").update(text).digest("hex");
    return hits.map((hit) => ({
      ...hit,
      reason: TAINT_REASONS[hit.rule],
      field,
      reveals: null,
      text_sha256,
    }));
  });
}
