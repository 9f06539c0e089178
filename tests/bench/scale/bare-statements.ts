export type BareSettings = {
  organization_id: string;
  embedder: { id: string; dimensions: number };
  safety_version: number;
};

export const STATEMENTS_BY_NAME = [
  "get",
  "recent",
  "by_path",
  "search",
  "pack",
  "list",
  "store",
  "batch",
] as const;

export type BareName = (typeof STATEMENTS_BY_NAME)[number];

/** What a caller reads of a memory, with its citations. */
const COLUMNS = `m.id, m.kind, m.scope, m.repository_id, m.statement, m.metadata, m.category, m.tags, m.agent, m.agent_type,
  m.created_by_name, m.reasoning, m.outcome, m.quality, m.usage_count, m.status, m.refreshed_at, m.created_at, m.version,
  (select coalesce(json_agg(json_build_object('path', c.path, 'line_start', c.line_start, 'line_end', c.line_end,
     'status', c.status)), '[]') from citation c
   where c.organization_id = m.organization_id and c.memory_id = m.id) as citations`;

const INSERTED = `organization_id, id, kind, scope, repository_id, statement, agent, created_by_kind, created_by_id,
  created_by_name, quality, source_kind, duplicate_sha256, search_text, search_length, safety_version`;
const INSERTED_VALUES = `row.id, 'decision', 'repository', row.repository_id, row.statement, 'bare', 'agent', 'bare', 'bare', 0.5,
  'api', md5(row.statement), lower(row.statement), 30`;

/** The nearest by meaning and by words, fused by their ranks: $1 the vector, $2 the question, $3 the repository or null. */
function fused({ organization_id, embedder }: BareSettings, limit: number): string {
  const type = `halfvec(${embedder.dimensions})`;
  const bound = `m.organization_id = '${organization_id}' and m.deleted_at is null and m.status = 'active'
      and ($3::uuid is null or m.repository_id = $3 or m.scope = 'global')`;
  return `with near as (
      select id, row_number() over (order by distance) as place from (
        select m.id, (e.embedding::${type}) <=> $1::${type} as distance
        from memory_embedding e join memory m on m.organization_id = e.organization_id and m.id = e.memory_id
        where e.organization_id = '${organization_id}' and e.embedder_id = '${embedder.id}' and ${bound}
        order by distance limit 100) nearest),
    words as (
      select id, row_number() over (order by rank desc) as place from (
        select m.id, ts_rank(m.search_vector, query) as rank
        from memory m, (select replace(plainto_tsquery('english', $2)::text, ' & ', ' | ')::tsquery as query) asked
        where ${bound} and m.search_vector @@ query order by rank desc limit 100) worded),
    best as (
      select id, sum(1.0 / (60 + place)) as score from (select * from near union all select * from words) both_lists
      group by id order by score desc limit ${limit})
    select ${COLUMNS}, best.score from best join memory m on m.organization_id = '${organization_id}' and m.id = best.id
    order by best.score desc`;
}

export function statementOf(name: BareName, settings: BareSettings): string {
  const { organization_id, safety_version } = settings;
  const active = `m.organization_id = '${organization_id}' and m.deleted_at is null and m.status = 'active'`;
  switch (name) {
    case "get":
      return `select ${COLUMNS} from memory m where m.organization_id = '${organization_id}' and m.id = $1`;
    case "recent":
      return `select ${COLUMNS} from memory m where ${active} order by m.refreshed_at desc, m.id desc limit $1`;
    case "list":
      return `select ${COLUMNS}, (select count(*)::int from memory m where ${active}) as total
        from memory m where ${active} order by m.refreshed_at desc, m.id desc limit $1`;
    case "by_path":
      return `select ${COLUMNS} from memory m where ${active} and m.id in (
          select c.memory_id from citation c
          where c.organization_id = '${organization_id}' and c.repository_id = $1 and c.anchor_path = $2)
        order by m.refreshed_at desc, m.id desc limit 50`;
    case "search":
      return fused(settings, 10);
    case "pack":
      return fused(settings, 8);
    case "store":
      return `insert into memory (${INSERTED}) select '${organization_id}'::uuid, ${INSERTED_VALUES}, ${safety_version}
        from (select $1::uuid as id, $2::uuid as repository_id, $3::text as statement) row returning id`;
    case "batch":
      return `insert into memory (${INSERTED}) select '${organization_id}'::uuid, ${INSERTED_VALUES}, ${safety_version}
        from (select unnest($1::uuid[]) as id, $2::uuid as repository_id, unnest($3::text[]) as statement) row
        returning id`;
  }
}
