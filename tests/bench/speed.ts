import { createHash } from "node:crypto";
import { createEmbedder, type Embedder, normalizeText } from "@/lib/ai";
import { checkCitations } from "@/lib/citations";
import { newId } from "@/lib/kernel/ids";
import { SAFETY_VERSION } from "@/lib/memories";
import {
  memoryGet,
  memoryGetRecent,
  memoryList,
  memorySearch,
  memorySearchByPath,
  memoryStore,
  memoryVerifyCitations,
} from "@/lib/memories/contract";
import type { Loaded } from "./data";
import type { Fixture } from "./house";
import { percentile, randomFrom } from "./statistics";
import { makeNotes, makeQuestions, sourcePath } from "./texts";
import { vectorMaker } from "./vectors";

export type Speed = {
  operation: string;
  /** Milliseconds; the fastest tenth is what a machine with nothing else to do comes near. */
  p10: number;
  median: number;
  p95: number;
  baseline: string;
  baseline_median: number;
  /** Median of the operation over the median of its baseline. */
  ratio: number;
  target: number | null;
};

type Measured = {
  operation: string;
  target: number | null;
  work: (round: number) => Promise<unknown>;
  baseline: string;
  bare: (round: number) => Promise<unknown>;
};

const WARM_UP = 15;

/**
 * The default embedder's id and dimensions, which choose the index, with the vectors of known texts: so a search is
 * measured without the time its query's embedding takes.
 */
export function syntheticEmbedder(vectors: ReadonlyMap<string, Float32Array>): Embedder {
  const local = createEmbedder({ provider: "local" });
  const { id, dimensions, max_characters } = local;
  return {
    id,
    dimensions,
    max_characters,
    embed: async (texts) =>
      texts.map((text) => {
        const vector = vectors.get(text);
        if (!vector) throw new Error("a text without a synthetic vector");
        return vector;
      }),
    close: async () => {},
  };
}

export function makeQueries(count: number, dimensions: number): { text: string; vector: Float32Array }[] {
  const vectorOf = vectorMaker(dimensions, 51);
  return makeQuestions(count).map(({ subject, statement }, index) => ({
    // Distinct, so that no cache of the database or the product answers.
    text: `${statement} ${index + 1}`,
    vector: vectorOf(subject),
  }));
}

/** Measures every operation and its baseline in turn, round by round, so that the machine's load meets all alike. */
export async function measureSpeed(
  fixture: Fixture,
  { loaded, rounds, before }: { loaded: Loaded; rounds: number; before: number },
): Promise<Speed[]> {
  const total = WARM_UP + rounds;
  const dimensions = syntheticEmbedder(new Map()).dimensions;
  const queries = makeQueries(total, dimensions);
  const embedder = syntheticEmbedder(new Map(queries.map(({ text, vector }) => [text, vector])));
  const measured = operationsOf(fixture, { loaded, queries, embedder, before, total });
  const times = measured.map(() => ({ work: [] as number[], bare: [] as number[] }));
  for (let round = 0; round < total; round++) {
    for (const [index, { work, bare }] of measured.entries()) {
      // Each goes first in half of the rounds, for the second finds its pages in memory.
      const first = round % 2 === 0 ? await timed(() => work(round)) : null;
      const base = await timed(() => bare(round));
      const time = first ?? (await timed(() => work(round)));
      if (round < WARM_UP) continue;
      times[index]?.work.push(time);
      times[index]?.bare.push(base);
    }
  }
  return measured.map(({ operation, target, baseline }, index) => {
    const { work, bare } = times[index] ?? { work: [], bare: [] };
    const median = percentile(work, 0.5);
    const baseline_median = percentile(bare, 0.5);
    return {
      operation,
      target,
      baseline,
      median,
      baseline_median,
      p10: percentile(work, 0.1),
      p95: percentile(work, 0.95),
      ratio: median / baseline_median,
    };
  });
}

/** The share (0–1) of the memories that contain a word of the query: the median of some queries. */
export async function matchedShare({ bare, agent }: Fixture, queries: number): Promise<number> {
  const shares: number[] = [];
  for (const { text } of makeQueries(queries, 1)) {
    const { rows } = await bare.query<{ share: number }>(
      `select avg((search_vector @@ replace(plainto_tsquery('english', $2)::text, ' & ', ' | ')::tsquery)::int)::float8
         as share from memory where organization_id = $1`,
      [agent.organization_id, normalizeText(text)],
    );
    shares.push(rows[0]?.share ?? 0);
  }
  return percentile(shares, 0.5);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function operationsOf(
  fixture: Fixture,
  {
    loaded,
    queries,
    embedder,
    before,
    total,
  }: {
    loaded: Loaded;
    queries: readonly { text: string; vector: Float32Array }[];
    embedder: Embedder;
    before: number;
    total: number;
  },
): Measured[] {
  const { db, bare, agent, owner, run } = fixture;
  const { organization_id } = agent;
  const as = { actor: agent, embedder };
  const repository = loaded.repositories[0];
  if (!repository) throw new Error("the data have no repository");
  // Beyond those that are stored already, so that none is a duplicate; three of each round.
  const notes = makeNotes(before + 3 * total).slice(before);
  const random = randomFrom(61);
  const anyOf = <T>(values: readonly T[], what: string): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error(`there is no ${what}`);
    return value;
  };
  const at = <T>(values: readonly T[], index: number, what: string): T => {
    const value = values[index % values.length];
    if (value === undefined) throw new Error(`there is no ${what}`);
    return value;
  };
  const noteOf = (round: number, which: number) => at(notes, 3 * round + which, "note").statement;
  const memory = (statement: string) => ({
    kind: "decision" as const,
    statement,
    repository: repository.name,
  });
  const shortQuery = (text: string) => text.split(" ").slice(-3, -1).join(" ");
  const lineOf = () => 7 * Math.floor(random() * 15) + 1;

  const insertBare = (statement: string) => {
    const search_text = normalizeText(statement);
    const id = newId();
    const hash = createHash("sha256").update(statement).digest("hex");
    return bare.query(
      `insert into memory (organization_id, id, kind, scope, repository_id, statement, agent, created_by_kind,
         created_by_id, created_by_name, quality, source_kind, duplicate_sha256, search_text, search_length,
         safety_version)
       values ($1, $2, 'decision', 'repository', $3, $4, $5, 'agent', $6, $5, 0.5, 'api', $7, $8, $9, $10)`,
      // Looked over by the rules in force: else the next operation that serves it would do that first.
      [
        organization_id,
        id,
        repository.id,
        statement,
        agent.name,
        agent.id,
        hash,
        search_text,
        30,
        SAFETY_VERSION,
      ],
    );
  };
  const recentBare = () =>
    bare.query(
      `select * from memory where organization_id = $1 and deleted_at is null and status = 'active'
       order by refreshed_at desc, id desc limit 50`,
      [organization_id],
    );
  const vectorsBare = (round: number) =>
    bare.query(
      `select memory_id from memory_embedding where organization_id = $1 and embedder_id = '${embedder.id}'
       order by (embedding::halfvec(${embedder.dimensions})) <=> $2::halfvec(${embedder.dimensions}) limit 100`,
      [organization_id, `[${at(queries, round, "query").vector.join(",")}]`],
    );
  const textBare = (round: number) =>
    bare.query(
      `select id, ts_rank(search_vector, query) as rank from memory,
         (select replace(plainto_tsquery('english', $2)::text, ' & ', ' | ')::tsquery as query) as asked
       where organization_id = $1 and deleted_at is null and status = 'active' and search_vector @@ query
       order by rank desc limit 100`,
      [organization_id, normalizeText(at(queries, round, "query").text)],
    );
  const byPathBare = (path: string) =>
    bare.query(
      `select m.* from memory m where organization_id = $1 and deleted_at is null and id in (
         select memory_id from citation c where c.organization_id = $1 and repository_id = $2 and anchor_path = $3)
       order by refreshed_at desc limit 50`,
      [organization_id, repository.id, path],
    );
  const checkBare = (memory_id: string) =>
    bare.query(
      `insert into citation_check (organization_id, id, citation_id, commit_sha, status)
       select organization_id, $3, id, anchor_commit, 'unchanged' from citation
       where organization_id = $1 and memory_id = $2 limit 1`,
      [organization_id, memory_id, newId()],
    );

  return [
    {
      operation: "store one",
      target: 20,
      work: (round) => run(memoryStore, memory(noteOf(round, 0)), as),
      baseline: "insert one row",
      bare: (round) => insertBare(noteOf(round, 1)),
    },
    {
      operation: "store one with a citation",
      target: 20,
      work: (round) => {
        const line_start = lineOf();
        const citation = { path: sourcePath(1 + (round % 4)), line_start, line_end: line_start + 2 };
        return run(memoryStore, { ...memory(noteOf(round, 2)), citations: [citation] }, as);
      },
      baseline: "insert one row",
      bare: (round) => insertBare(`${noteOf(round, 1)} again`),
    },
    {
      operation: "recent 50",
      target: 10,
      work: () => run(memoryGetRecent, { limit: 50 }, as),
      baseline: "select 50 newest",
      bare: recentBare,
    },
    {
      operation: "search, words and synthetic query vector",
      target: 40,
      work: (round) => run(memorySearch, { query: at(queries, round, "query").text }, as),
      baseline: "100 nearest, 100 by ts_rank",
      bare: async (round) => {
        await vectorsBare(round);
        await textBare(round);
      },
    },
    {
      operation: "search, words only (no model)",
      target: 40,
      work: (round) =>
        run(memorySearch, { query: at(queries, round, "query").text }, { actor: agent, embedder: null }),
      baseline: "100 by ts_rank",
      bare: textBare,
    },
    {
      operation: "search for two words",
      target: 40,
      work: (round) =>
        run(
          memorySearch,
          { query: shortQuery(at(queries, round, "query").text) },
          { actor: agent, embedder: null },
        ),
      baseline: "100 by ts_rank",
      bare: textBare,
    },
    {
      operation: "search within a repository",
      target: 40,
      work: (round) =>
        run(memorySearch, { query: at(queries, round, "query").text, repository: repository.name }, as),
      baseline: "100 nearest, 100 by ts_rank",
      bare: async (round) => {
        await vectorsBare(round);
        await textBare(round);
      },
    },
    {
      operation: "by path",
      target: 10,
      work: () =>
        run(memorySearchByPath, { repository: repository.name, path: anyOf(loaded.paths, "path") }, as),
      baseline: "select by anchor path",
      bare: () => byPathBare(anyOf(loaded.paths, "path")),
    },
    {
      operation: "check a local citation and record it",
      target: 10,
      work: (round) => run(memoryVerifyCitations, { memory_id: at(loaded.cited, round, "cited memory") }, as),
      baseline: "insert one check",
      bare: (round) => checkBare(at(loaded.cited, round, "cited memory")),
    },
    {
      operation: "check a local citation, not recorded",
      target: 10,
      work: (round) =>
        checkCitations(db, {
          organization_id,
          repository_id: repository.id,
          // From the other end: the recorded ones are up to date already.
          memory_ids: [at([...loaded.cited].reverse(), round, "cited memory")],
        }),
      baseline: "insert one check",
      bare: (round) => checkBare(at([...loaded.cited].reverse(), round, "cited memory")),
    },
    {
      operation: "get one, with similar ones",
      target: null,
      work: (round) => run(memoryGet, { memory_id: at(loaded.cited, round, "cited memory") }, as),
      baseline: "select one row",
      bare: (round) =>
        bare.query("select * from memory where organization_id = $1 and id = $2", [
          organization_id,
          at(loaded.cited, round, "cited memory"),
        ]),
    },
    {
      operation: "list a page of 50 with its total",
      target: null,
      work: () => run(memoryList, { limit: 50 }, { actor: owner, embedder }),
      baseline: "select 50 newest",
      bare: recentBare,
    },
  ];
}
