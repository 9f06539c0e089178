import picomatch from "picomatch";
import { CHANGE_KINDS, type ChangeKind } from "../contract";

type Definition = {
  /** Changed files that show a change of this kind. */
  files: readonly string[];
  /** The share of changed files that must be of this kind, from 0 (one file is enough) to 1 (all). */
  share: number;
  /** How a task names a change of this kind. */
  task: RegExp;
  /** How a rule names what is changed, as the noun of "when … changes", "a new …" or "every …". */
  subject: RegExp;
  /** Nouns that say so only when a rule names the occasion: what is said of such a file is not about its changes. */
  on_occasion?: RegExp;
};

const MANIFESTS = [
  "**/{package.json,package-lock.json,pnpm-lock.yaml,pnpm-workspace.yaml,yarn.lock,bun.lock}",
  "**/{pyproject.toml,poetry.lock,uv.lock,Pipfile,Pipfile.lock,setup.py,setup.cfg}",
  "**/requirements*.txt",
  "**/{go.mod,go.sum,Cargo.toml,Cargo.lock,Gemfile,Gemfile.lock,composer.json,composer.lock,pom.xml}",
  "**/{build.gradle,build.gradle.kts,libs.versions.toml}",
  "**/*.csproj",
];

/**
 * What each kind of change is. Tests and docs accompany most changes, so a change is of these kinds only when they are
 * at least so much of it or its task says so.
 */
const DEFINITIONS: Readonly<Record<ChangeKind, Definition>> = {
  add_file: {
    files: [],
    share: 0,
    task: /\b(?:add|create|introduce|write|scaffold)s? (?:an? |the )?(?:new )?(?:\w+ ){0,2}(?:file|module|page|component|route|package|class|command|script|service)\b/i,
    subject: /(?:files?|modules?|packages?|folders?|director(?:y|ies)|workspaces?)/,
  },
  dependency: {
    files: MANIFESTS,
    share: 1 / 2,
    task: /\bdependenc(?:y|ies)\b|\b(?:bump|upgrade|downgrade|pin)s?\b|\b(?:npm|pnpm|yarn|pip) (?:install|add)\b/i,
    subject:
      /(?:(?:npm |python |runtime |dev )?dependenc(?:y|ies)|libraries|library|third-party packages?|lock ?files?)/,
    on_occasion: /(?:package\.json|pyproject\.toml|go\.mod|cargo\.toml|requirements\.txt)/,
  },
  migration: {
    files: ["**/{migrations,migration,migrate,alembic}/**", "**/*migration*.{sql,ts,js,py,rb}"],
    share: 0,
    task: /\bmigrations?\b|\bbackfills?\b/i,
    subject: /(?:(?:database |data |schema |sql )?migrations?|backfills?)/,
  },
  schema: {
    files: ["**/*.{prisma,graphql,gql,proto,avsc}", "**/schema.{sql,rb,ts,js,py}", "**/*.schema.json"],
    share: 0,
    task: /\b(?:database|db|prisma|graphql|sql) (?:schema|model|table|column)s?\b|\b(?:new|add|drop|rename)s? (?:an? |the )?(?:\w+ )?(?:column|table|index|enum value)s?\b/i,
    subject:
      /(?:(?:database |db |prisma |graphql |data )?schemas?(?: files?)?|(?:database )?(?:tables?|columns?)|prisma models?)/,
  },
  test: {
    files: [
      "**/*.{test,spec}.*",
      "**/{test,tests,__tests__,spec,e2e}/**",
      "**/{test_*,*_test,conftest}.{py,go,rb}",
    ],
    share: 1,
    task: /\b(?:write|add|fix|improve|extend)s? (?:\w+ ){0,3}tests?\b|\btest (?:suite|coverage)\b/i,
    subject: /(?:(?:unit |integration |e2e |end-to-end )?tests?(?: files?)?|test cases?|specs?)/,
  },
  docs: {
    files: ["**/*.{md,mdx,rst,adoc}", "**/{doc,docs,documentation}/**"],
    share: 1 / 2,
    task: /\bdocs?\b|\bdocumentation\b|\breadme\b|\bguide\b/i,
    subject: /(?:docs?(?: pages?)?|documentation(?: pages?)?|readmes?|guides?)/,
  },
  ci: {
    files: [
      ".github/{workflows,actions}/**",
      "**/{.gitlab-ci.yml,.cirrus.yml,Jenkinsfile,azure-pipelines.yml,.travis.yml}",
      ".circleci/**",
    ],
    share: 0,
    task: /\bCI\b|\b(?:github )?(?:workflow|action)s? (?:file|job|step|runner)s?\b|\bgithub actions?\b|\bpipeline\b/,
    subject: /(?:(?:github |ci )?workflows?|github actions?|ci (?:jobs?|steps?|pipelines?)|pipelines?)/,
  },
  config: {
    files: [
      "**/*.config.{js,cjs,mjs,ts,mts,json}",
      "**/.env*",
      "**/{env.ts,env.js,env.mjs,turbo.json,tsconfig*.json}",
    ],
    share: 0,
    task: /\b(?:environment variable|env var|config(?:uration)? (?:option|key|setting|variable))s?\b/i,
    subject:
      /(?:environment variables?|env(?:ironment)? vars?|config(?:uration)? (?:options?|keys?|values?|variables?|settings?)|settings?)/,
  },
  i18n: {
    files: ["**/{locale,locales,i18n,translations,lang}/**", "**/*.{po,pot,xliff,arb}"],
    share: 0,
    task: /\btranslat\w+\b|\bi18n\b|\blocali[sz]\w+\b|\blocales?\b|\blanguages? (?:file|string|key)s?\b/i,
    subject:
      /(?:translations?(?: keys?| strings?| files?)?|locales?(?: files?)?|i18n keys?|user-(?:facing|visible) (?:text|strings?|copy))/,
  },
  api: {
    files: ["**/{api,routes,controllers,endpoints}/**", "**/openapi*.{json,yml,yaml}", "**/openapi/**"],
    share: 0,
    task: /\b(?:api|rest|graphql|management|public) (?:route|endpoint|handler|resource)s?\b|\bendpoints?\b/i,
    subject:
      /(?:(?:api |rest |public |http )?endpoints?|api (?:routes?|handlers?|changes?|contracts?)|routes?)/,
  },
  release: {
    files: ["**/CHANGELOG*", ".changeset/**", "**/{VERSION,version.txt}"],
    share: 0,
    task: /\breleas(?:e|ing) (?:notes?|branch|process|v?\d)\b|\bchangelog\b|\b(?:cut|prepare|make|tag)s? (?:an? |the )?(?:\w+ )?release\b/i,
    subject: /(?:releases?|changelogs?(?: entr(?:y|ies))?|versions? bumps?)/,
  },
};

const matchers = new Map(
  CHANGE_KINDS.map((kind) => {
    const { files } = DEFINITIONS[kind];
    const matches: (path: string) => boolean =
      files.length > 0 ? picomatch([...files], { dot: true, nocase: true }) : () => false;
    return [kind, matches] as const;
  }),
);

const MAX_TASK_LENGTH = 4_000;

/** The kinds of a change, by its files (repository-relative) and the words of its task. */
export function changesOf({
  changedFiles,
  task,
}: {
  changedFiles: readonly string[];
  task: string;
}): ChangeKind[] {
  const words = task.slice(0, MAX_TASK_LENGTH);
  return CHANGE_KINDS.filter((kind) => {
    const { share, task: named } = DEFINITIONS[kind];
    if (named.test(words)) return true;
    const matches = matchers.get(kind);
    const count = matches ? changedFiles.filter((path) => matches(path)).length : 0;
    return count > 0 && count >= share * changedFiles.length;
  });
}

const VERB = String.raw`(?:add|chang|edit|creat|introduc|renam|remov|delet|modif|touch|updat|upgrad|writ|bump|generat|regenerat)\w*`;
const ARTICLES = String.raw`(?:(?:an?|the|any|new|or|and)\s+|${VERB}\s+){0,5}`;

/** "after changing a …", "when you add or rename a …", "for a new …", "every …" */
const ACTIVE = String.raw`\b(?:when(?:ever)?|after|before|while|if|on|once|for)\s+(?:you\s+|one\s+)?${VERB}\s+${ARTICLES}(?:\w+\s+)?`;
const ADDING = String.raw`\b(?:when(?:ever)?|after|before|while|if|once|for)\s+(?:you\s+|one\s+)?(?:add|creat|introduc)\w*\s+${ARTICLES}(?:\w+\s+)?`;
const NEW = String.raw`\ban?\s+new\s+(?:\w+\s+)?`;
const EVERY = String.raw`\b(?:every|each|any)\s+(?:new\s+)?(?:\w+\s+)?`;
/** The noun is a word of its own, and no part of a file's name. */
const END = String.raw`(?![\w-]|\.\w)`;

/** "when a … is added", "whenever … change" */
const BEFORE_PASSIVE = String.raw`\b(?:when(?:ever)?|if|once|after)\s+${ARTICLES}(?:\w+\s+)?`;
const PASSIVE = String.raw`\s+(?:(?:is|are|was|were|has|have)\s+(?:been\s+)?)?${VERB}`;
/** A sentence whose subject is the noun. */
const SUBJECT = String.raw`^(?:an?\s+|all\s+|the\s+)?`;
const ABOUT = String.raw`\s+(?:is|are|must|needs?|ha(?:s|ve) to|should|may|never|always|belongs?|goe?s?|live)\b`;

/** Kinds that name a thing of their own; what is said of it matters whenever it changes. */
const NAMED_KINDS: ReadonlySet<ChangeKind> = new Set([
  "dependency",
  "migration",
  "docs",
  "ci",
  "i18n",
  "release",
]);

function occasionOf(kind: ChangeKind): RegExp {
  const { subject, on_occasion } = DEFINITIONS[kind];
  const noun = `(?:${subject.source})`;
  // "Every module starts with …" and "after you edit a file" are not about a new one.
  if (kind === "add_file") return new RegExp(`(?:${ADDING}|${NEW})${noun}${END}`, "i");
  const named = on_occasion ? `(?:${noun}|${on_occasion.source})` : noun;
  const forms = [
    `${ACTIVE}${named}${END}`,
    `(?:${NEW}|${EVERY})${noun}${END}`,
    `${BEFORE_PASSIVE}${named}${PASSIVE}`,
  ];
  if (NAMED_KINDS.has(kind)) forms.push(`${SUBJECT}${noun}${ABOUT}`);
  return new RegExp(forms.join("|"), "i");
}

const occasions = new Map(CHANGE_KINDS.map((kind) => [kind, occasionOf(kind)] as const));

/** The kinds of change that a rule says it is for: "after changing a schema", "a new dependency", "every migration". */
export function changesNamedIn(statement: string): ChangeKind[] {
  const sentences = statement.slice(0, MAX_TASK_LENGTH).split(/(?<=[.;:])\s+/);
  return CHANGE_KINDS.filter((kind) => {
    const occasion = occasions.get(kind);
    return occasion !== undefined && sentences.some((sentence) => occasion.test(sentence));
  });
}

/** Whether a file lists or locks dependencies. */
export function isManifest(path: string): boolean {
  return matchers.get("dependency")?.(path) ?? false;
}
