import { parseDocument } from "yaml";
import { z } from "zod";
import { MAX_SKILL_BYTES } from "../contract";
import type { SkillDocument } from "./markdown";

// The limits of agentskills.io.
const frontmatterSchema = z.looseObject(
  {
    name: z
      .string({ error: "must be a text" })
      .max(64, "must be at most 64 characters")
      .regex(
        /^[a-z0-9]+(-[a-z0-9]+)*$/,
        "must be lower-case letters and digits, with single hyphens between",
      ),
    description: z
      .string({ error: "must be a text" })
      .refine((value) => value.trim() !== "", "must not be empty")
      .max(1024, "must be at most 1,024 characters"),
  },
  { error: "must be a list of fields" },
);

/** `name` and `description` of a skill, or in one sentence why the file is none. */
export function readFrontmatter(
  document: SkillDocument,
  path: string,
): { name: string; description: string } | { problem: string } {
  if (document.frontmatter === null)
    return { problem: "does not begin with frontmatter: --- lines around name and description" };
  const yaml = parseDocument(document.frontmatter);
  const [error] = yaml.errors;
  if (error)
    return { problem: `has frontmatter that is not valid YAML: ${error.message.split("\n")[0] ?? ""}` };
  const result = frontmatterSchema.safeParse(yaml.toJS());
  if (!result.success)
    return {
      problem: result.error.issues
        .map((issue) => `frontmatter ${issue.path.join(".") || "fields"} ${issue.message}`)
        .join("; "),
    };
  const { name, description } = result.data;
  const folder = path.split("/").at(-2);
  if (folder !== undefined && folder !== name)
    return {
      problem: `has the name ${name} but lies in the folder ${folder}; agents require them to be the same`,
    };
  return { name, description };
}

/** Why a file of these bytes cannot be kept as a skill, or its text. The byte order mark and line ends are kept. */
export function decodeSkill(bytes: Uint8Array): { content: string } | { problem: string } {
  if (bytes.length > MAX_SKILL_BYTES)
    return { problem: `is larger than ${MAX_SKILL_BYTES / 1024} KB; move detail into files beside it` };
  try {
    const content = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (content.includes("\0")) return { problem: "contains NUL characters" };
    return { content };
  } catch {
    return { problem: "is not UTF-8 text" };
  }
}
