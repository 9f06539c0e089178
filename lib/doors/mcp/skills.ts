import type { McpServer } from "@modelcontextprotocol/server";
import {
  type Skill,
  SkillCatalogError,
  type SkillSource,
  SkillsExtension,
  skillEntry,
} from "@modelcontextprotocol/server/ext/skills";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import { ask, isNotFound, may } from "./asking";
import type { Asking } from "./tools";

const PAGE = 50;
const LISTED = 100;
const SKILL_FILE = "SKILL.md";

const skillSchema = z.object({
  id: z.string(),
  repository: z.object({ name: z.string() }),
  path: z.string(),
  name: z.string(),
  description: z.string(),
  current_version: z.number(),
});
type Registered = z.output<typeof skillSchema>;
const pageSchema = z.object({ items: z.array(skillSchema), next_cursor: z.string().nullable() });
const textSchema = z.object({ content: z.string(), content_sha256: z.string() });

// An entry holds digests of a version's text, and a version never changes.
const entries = new LRUCache<string, Skill>({ max: 1_000 });

/**
 * The organization's skills in force over MCP (SEP-2640), those of the repositories the key may see: each at
 * `skill://<owner>/<repository>/<folder of the skill>/SKILL.md`, with the digest of its current text.
 */
export function serveSkills(server: McpServer, asking: Asking): void {
  if (!may("skill_get", asking)) return;
  new SkillsExtension({
    source: sourceOf(asking),
    onWarning: ({ path, message }) => log().warn({ path, reason: message }, "a skill is not served over MCP"),
  }).attach(server);
}

function sourceOf(asking: Asking): SkillSource {
  const page = (input: Record<string, unknown>) => ask("skill_list", input, pageSchema, asking);
  const textOf = (skill: Registered) => ask("skill_get", { skill_id: skill.id }, textSchema, asking);

  async function entryOf(skill: Registered): Promise<Skill | undefined> {
    const key = [asking.actor.organization_id, skill.id, skill.current_version, folderOf(skill)].join(" ");
    const known = entries.get(key);
    if (known) return known;
    const { content } = await textOf(skill);
    try {
      const entry = await skillEntry(folderOf(skill), { [SKILL_FILE]: content });
      entries.set(key, entry);
      return entry;
    } catch (error) {
      if (!(error instanceof SkillCatalogError)) throw error;
      log().warn({ skill_id: skill.id, reason: error.message }, "a skill is not served over MCP");
      return undefined;
    }
  }

  async function find(uri: string): Promise<Registered | undefined> {
    const repository = repositoryOf(uri);
    if (repository === null) return undefined;
    let cursor: string | undefined;
    do {
      const { items, next_cursor } = await page({ repository, limit: LISTED, cursor }).catch(noneSeen);
      const found = items.find((skill) => hrefOf(uriOf(skill)) === hrefOf(uri));
      if (found) return found;
      cursor = next_cursor ?? undefined;
    } while (cursor !== undefined);
    return undefined;
  }

  return {
    async list({ cursor }) {
      asking.countMessage();
      const { items, next_cursor } = await page({ limit: PAGE, cursor });
      const skills: Skill[] = [];
      for (const skill of items) {
        const entry = await entryOf(skill);
        if (entry) skills.push(entry);
      }
      return { skills, nextCursor: next_cursor ?? undefined };
    },
    async get(uri) {
      asking.countMessage();
      const skill = await find(uri);
      return skill && entryOf(skill);
    },
    async read(uri) {
      asking.countMessage();
      const skill = await find(uri);
      return skill && { text: (await textOf(skill)).content, mimeType: "text/markdown" };
    },
    async listResources() {
      // Where memories are listed too, their list counts the message.
      if (!may("memory_get", asking)) asking.countMessage();
      const { items } = await page({ limit: LISTED });
      return items.map((skill) => ({
        uri: uriOf(skill),
        name: skill.name,
        description: skill.description,
        mimeType: "text/markdown",
      }));
    },
  };
}

/** A repository the key does not see is one without skills. */
function noneSeen(error: unknown): z.output<typeof pageSchema> {
  if (error instanceof AppError && (isNotFound(error) || error.code === "permission_denied"))
    return { items: [], next_cursor: null };
  throw error;
}

const folderOf = ({ repository, path }: Registered) =>
  [repository.name, ...path.split("/").slice(0, -1)].join("/");

const uriOf = (skill: Registered) =>
  `skill://${folderOf(skill).split("/").map(encodeURIComponent).join("/")}/${SKILL_FILE}`;

const hrefOf = (uri: string) => {
  if (URL.canParse(uri)) return new URL(uri).href;
  return uri;
};

/** owner/name of the repository whose skill stands at this URI. */
function repositoryOf(uri: string): string | null {
  const [, owner, name] = /^skill:\/\/([^/]+)\/([^/]+)\//.exec(hrefOf(uri)) ?? [];
  if (owner === undefined || name === undefined) return null;
  return `${owner}/${name}`;
}
