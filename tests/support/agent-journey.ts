import { join } from "node:path";
import { agentKeyCreate } from "@/lib/access/contract";
import { repositoryAdd } from "@/lib/citations/contract";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import type { Context } from "@/lib/runtime/operation";
import { hookAfterAgent, hookStop } from "@/lib/sessions/contract";
import { skillRegister } from "@/lib/skills/contract";
import { contextOf, createOrganization, run, type TestDatabase } from "./database";
import { GitRepository } from "./git-repository";

/** What a tool answered, as JSON. */
export type Answer = Record<string, unknown>;

/** Ids and texts that later steps take from the answers of earlier ones. */
type Known = {
  name: string;
  memory_id: string;
  corrected_id: string;
  skill_id: string;
  conflict_id: string;
  failure_id: string;
  conversation_id: string;
};

export type Step = {
  tool: string;
  input: (known: Known) => Answer;
  /** The answer is wrong unless it has these fields; `keep` takes what later steps need. */
  answers: Answer | ((known: Known) => Answer);
  keep?: (answer: Answer) => Partial<Known>;
};

const REPOSITORY = "acme/harbour";
const FILE = "src/berths.ts";
const SOURCE = [
  "export const FIRST = 1;",
  "export function berth(n: number) {",
  "  return FIRST + n;",
  "}",
  "",
];
const SKILL_PATH = ".claude/skills/code-review/SKILL.md";
const SKILL =
  "---\nname: code-review\ndescription: How we review changes\n---\n\n# Review\n\nRead it first.\n";
const CITED = { path: FILE, line_start: 2, line_end: 4 };

const idOf = (answer: Answer): string => {
  const { memory } = answer;
  const id: unknown = memory !== null && typeof memory === "object" ? Reflect.get(memory, "id") : undefined;
  if (typeof id !== "string") throw new Error(`no memory in ${JSON.stringify(answer)}`);
  return id;
};
const firstIdOf = ({ items }: Answer): string => {
  const [first]: unknown[] = Array.isArray(items) ? items : [];
  const id: unknown = first !== null && typeof first === "object" ? Reflect.get(first, "id") : undefined;
  if (typeof id !== "string") throw new Error("the list is empty");
  return id;
};
const dayIdOf = (days: unknown): string => {
  const [first]: unknown[] = Array.isArray(days) ? days : [];
  const id: unknown =
    first !== null && typeof first === "object" ? Reflect.get(first, "conversation_id") : undefined;
  if (typeof id !== "string") throw new Error("nothing was appended");
  return id;
};
const one = (fields: (known: Known) => Answer) => (known: Known) => ({ items: [fields(known)] });

/** A conflict for each client that plays, and some more: what agents disagreed on before. */
const DISPUTED = ["ropes", "buoys", "chains", "cranes", "lamps", "horns", "nets", "flags"];
const SESSIONS = ["harbour-1", "harbour-2"] as const;

/**
 * What an agent does in a day, with every published tool at least once: each client plays it against the server, and a
 * test compares its tools with the registry. A new tool is missing here until it has a step.
 */
export const JOURNEY: readonly Step[] = [
  {
    tool: "conversation_append",
    input: ({ name }) => ({ messages: [{ speaker: "Ada", text: `We deploy the harbour with ${name}.` }] }),
    answers: { stored: 1, known: 0 },
    keep: ({ days }) => ({ conversation_id: dayIdOf(days) }),
  },
  {
    tool: "conversation_get",
    input: ({ conversation_id }) => ({ conversation_id }),
    answers: ({ conversation_id }) => ({ id: conversation_id, state: "open" }),
  },
  {
    tool: "conversation_context",
    input: () => ({ question: "Who deploys the harbour?" }),
    answers: { degraded: [] },
  },
  {
    tool: "memory_store",
    input: ({ name }) => ({
      repo: REPOSITORY,
      subject: "berths",
      fact: `Berths are counted from one, says ${name}.`,
      citations: [CITED],
      reason: "The harbour master does.",
      created_by: name,
    }),
    answers: { stored: true, memory: { kind: "convention", status: "active" } },
    keep: (answer) => ({ memory_id: idOf(answer) }),
  },
  {
    tool: "memory_context",
    input: ({ name }) => ({
      task: `Berths are counted from zero in the list for ${name}; count them from one, as the harbour master does`,
      agent_type: "builder",
      repository: REPOSITORY,
      changed_files: [FILE],
      detail: "full",
    }),
    answers: { outcome: "served" },
  },
  {
    tool: "memory_search",
    input: ({ name }) => ({ query: `berths counted ${name}`, repo: REPOSITORY, limit: 1 }),
    answers: one(({ memory_id, name }) => ({
      id: memory_id,
      cites: [`${FILE}:2-4`],
      why: `has berths, counted, ${name}`,
    })),
  },
  {
    tool: "memory_get_recent",
    input: () => ({ repository: REPOSITORY, limit: 1 }),
    answers: one(({ memory_id }) => ({ id: memory_id })),
  },
  {
    tool: "memory_search_by_path",
    input: () => ({ repository: REPOSITORY, path: "src", limit: 1 }),
    answers: one(({ memory_id }) => ({ id: memory_id })),
  },
  {
    tool: "memory_get",
    input: ({ memory_id }) => ({ memory_id }),
    answers: ({ memory_id }) => ({ id: memory_id, citations: [{ snippet: SOURCE.slice(1, 4).join("\n") }] }),
  },
  {
    tool: "memory_read_citation",
    input: () => ({ repo: REPOSITORY, ...CITED }),
    answers: { exists: true, text: SOURCE.slice(1, 4).join("\n") },
  },
  {
    tool: "memory_verify_citations",
    input: ({ memory_id }) => ({ memory_id }),
    answers: {
      valid: true,
      citations: [{ at: `${FILE}:2-4`, status: "unchanged" }],
    },
  },
  {
    tool: "memory_refresh",
    input: ({ memory_id }) => ({ memory_id }),
    answers: { stored: true, memory: { status: "active" } },
  },
  {
    tool: "memory_log_applied",
    input: ({ memory_id, name }) => ({ memory_id, task: "Number the new berths", session_id: name }),
    answers: { stored: true, refreshed: true, verdict: "valid" },
  },
  {
    tool: "memory_feedback",
    input: ({ memory_id }) => ({ memory_id, feedback: "helpful", reason: "It said where to count from." }),
    answers: { stored: true, recorded: true },
  },
  {
    tool: "memory_stats",
    input: () => ({ repository: REPOSITORY }),
    answers: { cited: 1, verified_share: 1 },
  },
  {
    tool: "memory_suggest_global",
    input: ({ memory_id }) => ({ memory_id, reason: "Every harbour counts them so." }),
    answers: { stored: true },
  },
  {
    tool: "memory_supersede",
    input: ({ memory_id, name }) => ({
      memory_id,
      fact: `Berths are counted from FIRST, says ${name}.`,
      citations: [CITED],
      reason: "The first one is a constant.",
      detail: "full",
    }),
    answers: { stored: true, memory: { metadata: { subject: "berths" } } },
    keep: (answer) => ({ corrected_id: idOf(answer) }),
  },
  {
    tool: "memory_mark_addressed",
    input: ({ corrected_id }) => ({ ids: [corrected_id] }),
    answers: { count: 1 },
  },
  {
    tool: "memory_invalidate",
    input: ({ corrected_id }) => ({ memory_id: corrected_id, reason: "The harbour was closed." }),
    answers: { stored: true, memory: { status: "invalid" } },
  },
  {
    tool: "review_evaluate",
    input: ({ name }) => ({
      workflow_id: `review-${name}`,
      repository: REPOSITORY,
      summary: "One finding",
      items_rejected: [
        { number: 1, title: "Unused constant FIRST", file_path: FILE, line: 1, reason: "It is used." },
      ],
    }),
    answers: { repeated: false, findings: [{ rule_category: "unused_code" }] },
  },
  {
    tool: "finding_list",
    input: () => ({ repository: REPOSITORY, disposition: ["reject"], limit: 1 }),
    answers: { items: [{ title: "Unused constant FIRST" }] },
  },
  {
    tool: "rule_list",
    input: () => ({ repository: REPOSITORY }),
    answers: { items: [{ rule_category: "unused_code" }] },
  },
  {
    tool: "skill_list",
    input: () => ({ repository: REPOSITORY }),
    answers: { items: [{ name: "code-review" }] },
    keep: (answer) => ({ skill_id: firstIdOf(answer) }),
  },
  { tool: "skill_get", input: ({ skill_id }) => ({ skill_id }), answers: { content: SKILL } },
  {
    tool: "proposal_draft",
    input: () => ({ repository: REPOSITORY, rule_category: "naming", intent: "demote" }),
    answers: { proposals: [], message: "No rule requires a skill update" },
  },
  { tool: "proposal_list", input: () => ({ limit: 5 }), answers: { items: [] } },
  {
    tool: "conflict_list",
    input: () => ({ repository: REPOSITORY, limit: 1 }),
    answers: { items: [{ status: "open", rule: "directive" }] },
    keep: (answer) => ({ conflict_id: firstIdOf(answer) }),
  },
  {
    tool: "conflict_resolve",
    input: ({ conflict_id, name }) => ({
      conflict_id,
      decision: "both_hold",
      reason: `It depends on the harbour, says ${name}.`,
    }),
    answers: { status: "dismissed", decision: "both_hold" },
  },
  {
    tool: "session_report",
    input: () => ({ session_id: SESSIONS[1] }),
    answers: { report: { memories_stored: DISPUTED.length, conflicts: DISPUTED.length } },
  },
  {
    tool: "task_record",
    input: ({ name }) => ({
      task_id: name,
      description: "Count the berths",
      status: "passed",
      repository: REPOSITORY,
    }),
    answers: ({ name }) => ({ task_id: name, status: "passed" }),
  },
  {
    tool: "pattern_store",
    input: ({ name }) => ({
      task_id: name,
      repository: REPOSITORY,
      problem_type: "counting",
      description: "Count berths from one",
      code: `export const ${name.replaceAll(/\W/g, "_")} = (n: number) => n + FIRST;`,
      language: "typescript",
    }),
    answers: { stored: true, pattern: { problem_type: "counting" } },
  },
  {
    tool: "pattern_search",
    input: ({ name }) => ({ query: "count berths", repository: REPOSITORY, task_id: name, limit: 1 }),
    answers: { items: [{ pattern: { problem_type: "counting" } }] },
  },
  {
    tool: "failure_record",
    input: ({ name }) => ({
      task_id: name,
      repository: REPOSITORY,
      output: "TypeError: berth.next is not a function",
    }),
    answers: { stored: true, failure: { error_type: "TypeError" } },
    keep: ({ failure }) => {
      const id: unknown =
        failure !== null && typeof failure === "object" ? Reflect.get(failure, "id") : undefined;
      return { failure_id: String(id) };
    },
  },
  {
    tool: "failure_solve",
    input: ({ failure_id }) => ({ failure_id, solution: "Berths have no next; count on." }),
    answers: ({ failure_id }) => ({ id: failure_id, status: "solved" }),
  },
  {
    tool: "failure_search",
    input: () => ({ query: "TypeError: pier.next is not a function", repository: REPOSITORY }),
    answers: ({ failure_id }) => ({ items: [{ failure: { id: failure_id }, found_by: "signature" }] }),
  },
];

async function dispute(lead: Context): Promise<void> {
  for (const [index, session_id] of SESSIONS.entries()) {
    const words = index === 0 ? "Always use" : "Never use";
    const lines = DISPUTED.map((thing) => `- ${words} ${thing} when a berth is counted`);
    const output = `## Recommendations\n\n${lines.join("\n")}\n`;
    const here = { session_id, repository: REPOSITORY, agent_type: "builder" };
    await run(hookAfterAgent, { ...here, task: "Count the berths", output }, lead);
    await run(hookStop, { session_id }, lead);
  }
}

/** Plays the journey with one client; `check` compares an answer with the fields it must have. */
export async function playJourney(
  name: string,
  call: (tool: string, input: Answer) => Promise<Answer>,
  check: (tool: string, answer: Answer, fields: Answer) => void,
): Promise<void> {
  let known: Known = {
    name,
    memory_id: "",
    corrected_id: "",
    skill_id: "",
    conflict_id: "",
    failure_id: "",
    conversation_id: "",
  };
  for (const { tool, input, answers, keep } of JOURNEY) {
    const answer = await call(tool, input(known));
    check(tool, answer, typeof answers === "function" ? answers(known) : answers);
    known = { ...known, ...keep?.(answer) };
  }
}

/** An organization with a repository, a skill in it and a key that may do everything. */
export async function prepareJourney(database: TestDatabase, root: string) {
  const organization = await createOrganization(database.db);
  const lead = contextOf(database, await organization.person("owner"));
  const git = new GitRepository(join(root, "harbour"));
  git.commit({ [FILE]: SOURCE.join("\n"), [SKILL_PATH]: SKILL });
  await run(repositoryAdd, { name: REPOSITORY, source: { kind: "path", path: git.dir } }, lead);
  await run(skillRegister, { repository: REPOSITORY }, lead);
  await dispute(lead);
  const keyWith = async (permissions: readonly (typeof PERMISSIONS)[number][]) => {
    const made = await run(
      agentKeyCreate,
      { name: "mcp", agent: "claude", permissions: [...permissions] },
      lead,
    );
    return made.key;
  };
  return {
    organization,
    lead,
    git,
    repository: REPOSITORY,
    skill: SKILL,
    key: await keyWith(PERMISSIONS),
    keyWith,
  };
}
