import type { OutputOf } from "@/lib/kernel/contract";
import type { memoryList, memoryStats } from "@/lib/memories/contract";
import type { Figure } from "@/lib/sessions/contract";
import type { Session } from "../api";
import { asking, type Register } from "../command";
import { counted } from "../counted";
import { oneOf, wholeNumber } from "../input";
import { plain } from "../table";

type Stats = OutputOf<typeof memoryStats>;

/** How many memories in use cite code, and how much of that holds. */
function coverageWords(
  { by_status, cited, verified_share }: Pick<Stats, "by_status" | "cited" | "verified_share">,
  covered: readonly string[],
): string {
  const in_use = by_status
    .filter(({ value }) => covered.includes(value))
    .reduce((sum, { count }) => sum + count, 0);
  return `${cited} of ${in_use} have citations; of these ${percent(verified_share)} verified`;
}

const percent = (share: number | null) => {
  if (share === null) return "–";
  return `${Math.round(share * 100)} %`;
};
const decimals = (value: number | null) => {
  if (value === null) return "–";
  return value.toFixed(2);
};
const list = (facets: readonly { value: string; count: number }[]) =>
  facets.map(({ value, count }) => `${value} ${count}`).join(", ") || "none";

type Where = { repository?: string };
type QueryOptions = Where & { kind?: string[]; agentType?: string; limit: number };
type ContextOptions = Where & {
  agentType: string;
  category?: string;
  file?: string[];
  ref?: string;
  session?: string;
  budget?: number;
};

export const memories: Register = (program, cli) => {
  program
    .command("status")
    .description("show who you are on the server, what it runs on, and whether memory is on")
    .action(asking(cli, (session) => status(session)));

  program
    .command("stats")
    .description("show counts of memories and how useful recalls were")
    .argument("[agent]", "an agent type such as reviewer, or an agent's name; default: everything")
    .option("-r, --repository <owner/name>", "of this repository only")
    .option("--days <n>", "recalls of this many days", wholeNumber, 30)
    .action(asking(cli, stats));

  program
    .command("query")
    .description("search memories by meaning and by words")
    .argument(
      "<text...>",
      "plain words or exact identifiers; or an agent type and a category, for their best memories",
    )
    .option("-r, --repository <owner/name>", "memories of this repository and the global ones")
    .option("-k, --kind <kind...>", "only these kinds, such as convention or decision")
    .option("-a, --agent-type <type>", "only what this agent type learned")
    .option("-n, --limit <n>", "maximum number of results", wholeNumber, 10)
    .action(asking(cli, query));

  program
    .command("context")
    .description("print what an agent would be served before a task, as markdown; it is recorded as a recall")
    .argument("<task...>", "what the agent is about to do")
    .option("-r, --repository <owner/name>", "where it works")
    .option("-a, --agent-type <type>", "the agent's type", "main")
    .option("-c, --category <category>", "the task's category; default: guessed from the task")
    .option("-f, --file <path...>", "files that it will change")
    .option("--ref <ref>", "branch, tag or commit; default: the head of the default branch")
    .option("--session <id>", "the session it belongs to")
    .option("--budget <tokens>", "maximum number of tokens", wholeNumber)
    .action(asking(cli, context));
};

async function status(session: Session): Promise<undefined> {
  const [{ serverStatusGet }, { organizationGet }, { memoryStats }] = await Promise.all([
    import("@/lib/upkeep/contract"),
    import("@/lib/access/contract"),
    import("@/lib/memories/contract"),
  ]);
  const organization = await session.call(organizationGet, {});
  const server = await session.call(serverStatusGet, {});
  // Those that the key may see, as `stats` counts them.
  const { total, unembedded, average_quality } = await session.call(memoryStats, {});
  const { actor } = organization;
  await session.answer({ server, organization, average_quality }, async () => {
    await session.pairs([
      ["server", `${session.target.url} (Casebook ${server.version})`],
      ["organization", organization.name],
      ["you are", `${actor.name} (${actor.role ?? actor.kind})`],
      ["may", actor.permissions.join(", ")],
      ["memory", organization.settings.enabled ? "on" : "off: agents read and write nothing"],
      ["database", server.database],
      ["embedder", server.embedder ?? "none: search is by words only"],
      ["language model", server.language_model ?? "none"],
      ["memories", `${total}${unembedded > 0 ? `, ${unembedded} without a vector yet` : ""}`],
      ["average quality", decimals(average_quality)],
      ["jobs", `${server.jobs.waiting} waiting, ${server.jobs.failed} failed`],
      ["address from", session.target.from.url],
      ["key from", session.target.from.key],
    ]);
  });
  return undefined;
}

async function stats(
  session: Session,
  agent: string | undefined,
  options: Where & { days: number },
): Promise<undefined> {
  const [
    { COVERED_STATUSES, memoryFacets, memoryStats },
    { recallStats },
    { agentStats },
    { AGENT_TYPES, organizationGet },
  ] = await Promise.all([
    import("@/lib/memories/contract"),
    import("@/lib/recall/contract"),
    import("@/lib/sessions/contract"),
    import("@/lib/access/contract"),
  ]);
  const { repository, days } = options;
  const { actor, settings } = await session.call(organizationGet, {});
  const whose = actor.kind === "agent" ? OWN : EVERYBODYS;
  if (agent === undefined) {
    const memory = await session.call(memoryStats, { repository });
    const recalls = await session.call(recallStats, { repository, days });
    const { figures } = await session.call(agentStats, { repository, days });
    await session.answer({ memories: memory, recalls, figures }, () =>
      session.pairs([
        ["memories", memory.total],
        ["by status", list(memory.by_status)],
        ["by kind", list(memory.by_kind)],
        ["by agent type", list(memory.by_agent_type)],
        ["average quality", decimals(memory.average_quality)],
        ["verified", coverageWords(memory, COVERED_STATUSES)],
        ...recallPairs(recalls.total, { days, whose }),
        ...figurePairs(figures, whose),
      ]),
    );
    return undefined;
  }
  const isType = [...AGENT_TYPES, ...settings.agent_types].some((type) => type === agent);
  const filter = isType ? { agent_type: agent } : { agent };
  const facets = await session.call(memoryFacets, { repository, ...filter });
  // Recalls are counted by agent type; an agent's name has no series of its own.
  const recalls = isType ? await session.call(recallStats, { repository, days, agent_type: agent }) : null;
  await session.answer({ memories: facets, recalls }, () =>
    session.pairs([
      [isType ? "agent type" : "agent", agent],
      ["memories", facets.total],
      ["by status", list(facets.status)],
      ["by kind", list(facets.kind)],
      ["by category", list(facets.category)],
      ["average quality", decimals(facets.average_quality)],
      ...(recalls ? recallPairs(recalls.total, { days, whose }) : []),
    ]),
  );
  return undefined;
}

type Recalls = {
  recalls: number;
  memories_served: number;
  used: number;
  tokens: number;
};

/** What counts of recalls are called: an agent sees its own, and the figures of all packs. */
type Whose = { recalls: string; served: string; tokens: string; figures: string };
const EVERYBODYS: Whose = { recalls: "recalls", served: "memories served", tokens: "tokens", figures: "" };
const OWN: Whose = {
  recalls: "own recalls",
  served: "memories served to you",
  tokens: "tokens served to you",
  figures: ", all agents",
};

const recallPairs = (
  total: Recalls,
  { days, whose }: { days: number; whose: Whose },
): (readonly [string, string])[] => [
  [`${whose.recalls}, ${days} days`, String(total.recalls)],
  [whose.served, `${total.memories_served}, ${total.used} of them applied or helpful`],
  [whose.tokens, String(total.tokens)],
];

/** The figures of packs, in the words of the Agents page. */
const PACK_FIGURES: Partial<Record<Figure["name"], { term: string; of: string }>> = {
  pack_precision: { term: "precision of packs, reported", of: "memories judged" },
  pack_precision_inferred: { term: "precision of packs, inferred", of: "memories judged" },
  packs_empty: { term: "empty packs", of: "packs" },
  tokens_per_pack: { term: "tokens per pack", of: "packs" },
  delivered_twice: { term: "delivered twice", of: "memories in context windows" },
  disputed_served: { term: "disputed and served", of: "memories served" },
};

const figurePairs = (figures: readonly Figure[], whose: Whose): (readonly [string, string])[] =>
  figures.flatMap((figure) => {
    const words = PACK_FIGURES[figure.name];
    if (words) {
      const sample = `n = ${figure.of} ${words.of}${whose.figures}`;
      return [[words.term, `${figureInWords(figure)}, ${sample}`] as const];
    }
    return [];
  });

const PLAIN = { scale: 1, sign: "" };
const PERCENT = { scale: 100, sign: " %" };

/** A figure with its 95 % interval, such as `41 % [35–47]`. */
function figureInWords({ value, low, high, unit }: Figure): string {
  if (value === null) return "–";
  const { scale, sign } = unit === "share" ? PERCENT : PLAIN;
  const shown = (number: number) => String(Math.round(number * scale));
  if (low === null || high === null) return `${shown(value)}${sign}`;
  return `${shown(value)}${sign} [${shown(low)}–${shown(high)}]`;
}

async function query(session: Session, words: string[], options: QueryOptions): Promise<"no" | undefined> {
  const { MEMORY_KINDS, memorySearch } = await import("@/lib/memories/contract");
  const { repository, kind, agentType: agent_type, limit } = options;
  const best = await bestOf(session, words, options);
  if (best !== null) {
    await session.answer(best, () => memoryTable(session, best.items));
    return undefined;
  }
  const answer = await session.call(memorySearch, {
    query: words.join(" "),
    repository,
    kind: kind?.map((name) => oneOf(MEMORY_KINDS, name)),
    agent_type,
    limit,
  });
  await session.answer(answer, async () => {
    if (answer.items.length === 0) return session.say("No memory found.");
    await session.table(answer.items, [
      { title: "score", value: ({ score }) => score.toFixed(3), align: "right" },
      { title: "kind", value: ({ memory }) => memory.kind },
      {
        title: "status",
        value: ({ memory }) => memory.status,
        style: ({ memory }) => {
          if (memory.status === "active") return "green";
          return "yellow";
        },
      },
      { title: "statement", value: ({ memory }) => memory.statement, flexible: true },
      { title: "cites", value: ({ memory }) => memory.citations[0]?.path ?? null, flexible: true },
      { title: "id", value: ({ memory }) => memory.id, style: () => "dim" },
    ]);
    for (const part of answer.degraded) await session.say(session.paint("yellow", `without ${part}`));
  });
  if (answer.items.length === 0) return "no";
  return undefined;
}

type Memories = OutputOf<typeof memoryList>;

/** What an agent type learned in a category, the best first; null when the words are no such pair, or nothing is there. */
async function bestOf(
  session: Session,
  [agent_type = "", category = "", ...others]: readonly string[],
  { repository, limit }: QueryOptions,
): Promise<Memories | null> {
  if (category === "" || others.length > 0) return null;
  const [{ AGENT_TYPES, organizationGet }, { memoryList }] = await Promise.all([
    import("@/lib/access/contract"),
    import("@/lib/memories/contract"),
  ]);
  const { settings } = await session.call(organizationGet, {});
  if (![...AGENT_TYPES, ...settings.agent_types].some((type) => type === agent_type)) return null;
  const found = await session.call(memoryList, {
    agent_type,
    category,
    repository,
    limit,
    sort: "quality",
  });
  if (found.items.length === 0) return null;
  return found;
}

const memoryTable = (session: Session, items: Memories["items"]) =>
  session.table(
    [...items],
    [
      { title: "quality", value: ({ quality }) => quality.toFixed(2), align: "right" },
      { title: "kind", value: ({ kind }) => kind },
      { title: "status", value: ({ status }) => status },
      { title: "statement", value: ({ statement }) => statement, flexible: true },
      { title: "id", value: ({ id }) => id, style: () => "dim" },
    ],
  );

async function context(
  session: Session,
  words: string[],
  options: ContextOptions,
): Promise<"no" | undefined> {
  const { contextGet } = await import("@/lib/recall/contract");
  const { repository, agentType: agent_type, category, file, ref, session: session_id, budget } = options;
  const pack = await session.call(contextGet, {
    task: words.join(" "),
    repository,
    agent_type,
    category,
    ref,
    session_id,
    changed_files: file,
    token_budget: budget,
  });
  await session.answer(pack, async () => {
    if (pack.context !== "") await session.say(plain(pack.context));
    // What is not the pack goes beside it, so that the pack can be passed on through a pipe.
    const facts = [
      `${counted(pack.memories.length, "memory", "memories")}, ${counted(pack.tokens, "token")}, ${Math.round(pack.latency_ms)} ms`,
    ];
    if (pack.reason !== null) facts.push(pack.reason);
    facts.push(...pack.degraded.map((part) => `without ${part}`));
    session.io.stderr.write(`${facts.join("; ")}\n`);
  });
  if (pack.context === "") return "no";
  return undefined;
}
