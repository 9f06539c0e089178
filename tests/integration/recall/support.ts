import { join } from "node:path";
import { repositoryAdd } from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import type { Memory } from "@/lib/memories/contract";
import { memoryEmbedMissingJob } from "@/lib/memories/jobs";
import { recallPreview } from "@/lib/recall/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, type TestDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { partsOf } from "../../support/parts";
import { remember, wordEmbedder } from "../memories/support";

export const API = `export const VERSION = "2.0";

export function parseVersion(text: string): number[] {
  return text.split(".").map(Number);
}
`;

/** The lines of `parseVersion`. */
export const PARSE_VERSION = { path: "src/version.ts", line_start: 3, line_end: 5 };

/** A decision for architects, which needs a repository to be stored. */
export const CACHE_DECISION = {
  kind: "decision",
  statement: "Design the cache around one owner",
  category: "system_design",
  agent_type: "architect",
  reasoning: "It was measured.",
} as const;

/** A convention with its code. @returns it as it was stored. */
export const rememberVersionRule = (lead: Context, repository: string): Promise<Memory> =>
  remember(lead, {
    kind: "convention",
    statement: "Versions are split at the dot",
    metadata: {
      subject: "versions",
      fact: "Versions are split at the dot",
      reason: "They are not decimals",
    },
    repository,
    citations: [PARSE_VERSION],
  });

/** A convention that holds for nearly every change, with its code. @returns it as it was stored. */
export const rememberModuleRule = (lead: Context, repository: string): Promise<Memory> =>
  remember(lead, {
    kind: "convention",
    repository,
    statement: "Every new module parses versions by parseVersion alone",
    metadata: {
      subject: "versions",
      fact: "Versions are parsed by parseVersion alone",
      reason: "One parser.",
    },
    citations: [PARSE_VERSION],
  });

/** An organization with a repository that uses React, a lead and an agent; nothing is remembered yet. */
export async function setUp(database: TestDatabase, root: string, settings: Record<string, unknown> = {}) {
  const organization = await createOrganization(database.db, settings);
  const { organization_id } = organization;
  const embedder = wordEmbedder();
  const lead = contextOf(database, await organization.person("lead"), { embedder });
  const owner = contextOf(database, await organization.person("owner"), { embedder });
  const agent = contextOf(
    database,
    await organization.agent({ name: "planner", types: ["architect", "builder", "reviewer", "main"] }),
    { embedder },
  );
  const git = new GitRepository(join(root, newId()));
  git.commit({
    "src/version.ts": API,
    "package.json": JSON.stringify({ dependencies: { react: "19.0.0", "@nestjs/core": "11.0.0" } }),
  });
  const name = `acme/app-${newId().slice(-6)}`;
  const { id: repository_id } = await run(
    repositoryAdd,
    { name, source: { kind: "path", path: git.dir } },
    lead,
  );
  // What is loaded with the first question takes longer than an agent waits; nothing is recorded of this one.
  await run(recallPreview, { task: "Warm up", agent_type: "main", repository: name }, lead);
  const embed = () => memoryEmbedMissingJob.handle({ organization_id }, partsOf(database, { embedder }));
  return { ...organization, lead, owner, agent, git, repository: name, repository_id, embed, embedder };
}
