/** What a text may ask for that a person decides on before it reaches other agents; see docs/safety.md. */
export const TAINT_RULES = [
  "fetch_and_run",
  "destructive",
  "access",
  "remote_content",
  "install",
  "link",
  "command",
] as const;

export type TaintRule = (typeof TAINT_RULES)[number];

/** Why a memory waits, after "because it". */
export const TAINT_REASONS: Record<TaintRule, string> = {
  fetch_and_run: "runs code that it downloads",
  destructive: "deletes or overwrites files outside the repository",
  access: "changes credentials, permissions, checks or trust settings",
  remote_content: "loads an image or a page from the network when it is shown",
  install: "installs or runs a package that the repository does not use",
  link: "links to a host that the repository does not mention",
  command: "runs a command that is not a script, target or tool of the repository",
};

/** Judged by what the repository holds; without a registered repository that can be read they find nothing. */
const OF_REPOSITORY: ReadonlySet<TaintRule> = new Set(["install", "link", "command"]);

export const isOfRepository = (rule: TaintRule): boolean => OF_REPOSITORY.has(rule);
