import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseOptions, type ICruiseResult } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { afterAll, describe, expect, test } from "vitest";
import configuration from "../../.dependency-cruiser.mjs";

const root = resolve(fileURLToPath(import.meta.url), "../../..");
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "casebook-import-rules-")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A codebase of a few files that breaks one rule once: path -> what the file imports. */
type Codebase = Record<string, string[]>;

const violations: Record<string, Codebase> = {
  "kernel-only-zod": { "lib/kernel/text.ts": ["zod", "uuid", "node:fs"] },
  "text-knows-nothing": { "lib/text/words.ts": ["@/lib/kernel/ids"], "lib/kernel/ids.ts": [] },
  "infrastructure-knows-no-module": {
    "lib/jobs/queue.ts": ["@/lib/memories/index"],
    "lib/memories/index.ts": [],
  },
  "job-operations-know-no-module": {
    "lib/jobs/operations.ts": ["@/lib/runtime/operation", "@/lib/db/client", "@/lib/runtime/run"],
    "lib/runtime/operation.ts": [],
    "lib/db/client.ts": [],
    "lib/runtime/run.ts": [],
  },
  "infrastructure-stands-alone": {
    "lib/ai/cache.ts": ["@/lib/db/client", "@/lib/telemetry/log"],
    "lib/db/client.ts": [],
    "lib/telemetry/log.ts": [],
  },
  "github-only-through-its-port": {
    "lib/reviews/pulls.ts": ["@octokit/core"],
    "lib/github/client.ts": ["@octokit/core"],
  },
  "contracts-by-idea": {
    "lib/recall/pack/contract.ts": [
      "@/lib/memories/contract",
      "@/lib/kernel/contract",
      "@/lib/memories/store/contract",
    ],
    "lib/memories/contract.ts": [],
    "lib/memories/store/contract.ts": [],
    "lib/kernel/contract.ts": [],
  },
  "contract-browser-safe": {
    "lib/memories/contract.ts": [
      "zod",
      "@/lib/citations/contract",
      "./store/contract",
      "./fields",
      "./quality",
    ],
    "lib/memories/store/contract.ts": [],
    "lib/memories/fields.ts": [],
    "lib/citations/contract.ts": [],
    "lib/memories/quality.ts": [],
  },
  "access-before-modules": { "lib/access/policy.ts": ["@/lib/memories/index"], "lib/memories/index.ts": [] },
  "module-order-citations": {
    "lib/citations/anchor.ts": ["@/lib/memories/index"],
    "lib/memories/index.ts": [],
  },
  "module-order-memories": {
    "lib/memories/operations.ts": ["@/lib/citations/index", "@/lib/recall/index"],
    "lib/citations/index.ts": [],
    "lib/recall/index.ts": [],
  },
  "module-order-recall": {
    "lib/recall/ranking.ts": ["@/lib/memories/index", "@/lib/memories/lifecycle"],
    "lib/memories/index.ts": [],
    "lib/memories/lifecycle.ts": [],
  },
  "module-order-tasks": { "lib/tasks/tasks.ts": ["@/lib/recall/index"], "lib/recall/index.ts": [] },
  "module-order-reviews": {
    "lib/reviews/jobs.ts": ["@/lib/memories/store", "@/lib/jobs/define"],
    "lib/memories/store.ts": [],
    "lib/jobs/define.ts": [],
  },
  "module-order-skills": { "lib/skills/drafter.ts": ["@/lib/doors/rest"], "lib/doors/rest.ts": [] },
  "module-order-hygiene": { "lib/hygiene/judge.ts": ["@/lib/sessions/index"], "lib/sessions/index.ts": [] },
  "module-order-sessions": { "lib/sessions/hooks.ts": ["@/lib/registry"], "lib/registry.ts": [] },
  "module-order-conversations": {
    "lib/conversations/jobs.ts": ["@/lib/sessions/index", "@/lib/upkeep/index"],
    "lib/sessions/index.ts": [],
    "lib/upkeep/index.ts": [],
  },
  "module-order-notifications": {
    "lib/notifications/jobs.ts": ["@/lib/conversations/index", "@/lib/inbox/index"],
    "lib/conversations/index.ts": [],
    "lib/inbox/index.ts": [],
  },
  "module-order-inbox": {
    "lib/inbox/jobs.ts": ["@/lib/notifications/index", "@/lib/upkeep/index"],
    "lib/notifications/index.ts": [],
    "lib/upkeep/index.ts": [],
  },
  "module-order-upkeep": {
    "lib/upkeep/doctor.ts": ["@/lib/memories/index", "@/lib/memories/store"],
    "lib/memories/index.ts": [],
    "lib/memories/store.ts": [],
  },
  "prisma-only-in-queries": {
    "lib/memories/operations.ts": ["@/lib/db/generated/client"],
    "lib/memories/store/queries.ts": ["@/lib/db/generated/client"],
    "lib/memories/lifecycle/event-queries.ts": ["@/lib/db/generated/client"],
    "lib/db/generated/client.ts": [],
  },
  "runtime-knows-no-module": {
    "lib/runtime/run.ts": ["@/lib/memories/index", "@/lib/access/index"],
    "lib/memories/index.ts": [],
    "lib/access/index.ts": [],
  },
  "registry-only-lists": {
    "lib/registry.ts": ["@/lib/memories/operations", "@/lib/memories/index"],
    "lib/memories/operations.ts": [],
    "lib/memories/index.ts": [],
  },
  "schema-names-only-list": {
    "lib/schemas.ts": ["@/lib/memories/contract", "@/lib/memories/index"],
    "lib/memories/contract.ts": [],
    "lib/memories/index.ts": [],
  },
  "doors-know-no-module": {
    "lib/doors/rest.ts": ["@/lib/registry", "@/lib/memories/operations"],
    "lib/registry.ts": [],
    "lib/memories/operations.ts": [],
  },
  "mem0-door-knows-contracts": {
    "lib/doors/mem0/add.ts": ["@/lib/memories/contract", "@/lib/memories/operations"],
    "lib/memories/contract.ts": [],
    "lib/memories/operations.ts": [],
  },
  "doors-are-handed-their-parts": { "lib/doors/rest.ts": ["@/lib/db/client"], "lib/db/client.ts": [] },
  "client-door-only-kernel": { "lib/doors/client.ts": ["@/lib/runtime/run"], "lib/runtime/run.ts": [] },
  "texts-know-nothing": {
    "messages/translate.ts": ["./languages", "@/components/ui/button"],
    "messages/languages.ts": [],
    "components/ui/button.tsx": [],
  },
  "primitives-stand-alone": {
    "components/ui/button.tsx": ["./cn", "@/components/pieces/actor"],
    "components/ui/cn.ts": [],
    "components/pieces/actor.tsx": [],
  },
  "pieces-and-frame-know-no-screen": {
    "components/frame/sidebar.tsx": ["@/components/ui/button", "@/components/memories/list"],
    "components/ui/button.tsx": [],
    "components/memories/list.tsx": [],
  },
  "screens-know-no-server": {
    "components/memories/list.tsx": ["@/lib/memories/contract", "@/lib/memories/store"],
    "lib/memories/contract.ts": [],
    "lib/memories/store.ts": [],
  },
  "inbox-shows-what-modules-offer-it": {
    "components/inbox/kinds.tsx": ["@/components/skills/inbox", "@/components/skills/decide"],
    "components/skills/inbox.tsx": [],
    "components/skills/decide.tsx": [],
  },
  "browser-code-without-node": { "components/ui/button.tsx": ["node:path"] },
  "app-is-a-shim": {
    "app/memories/page.tsx": ["@/lib/memories/operations", "@/lib/memories/store"],
    "lib/memories/operations.ts": [],
    "lib/memories/store.ts": [],
  },
  "entry-points-use-the-front-door": {
    "bin/worker.ts": ["@/lib/memories/index", "@/lib/memories/store"],
    "lib/memories/index.ts": [],
    "lib/memories/store.ts": [],
  },
  "api-host-serves-route-files": {
    "bin/api/routes.ts": ["@/app/memories/page", "@/lib/memories/store"],
    "app/memories/page.tsx": [],
    "lib/memories/store.ts": [],
  },
  "fixtures-know-access-alone": {
    "tests/support/actors.ts": ["@/lib/access/store", "@/lib/memories/store"],
    "lib/access/store.ts": [],
    "lib/memories/store.ts": [],
  },
  "integration-tests-run-operations": {
    "tests/integration/memories/store.test.ts": ["@/lib/memories/operations", "@/lib/memories/store"],
    "lib/memories/operations.ts": [],
    "lib/memories/store.ts": [],
  },
  "known-folders-only": { "lib/helpers/text.ts": [], "lib/helpers/index.ts": ["./text"] },
  "no-development-package-in-product": { "lib/memories/quality.ts": ["fast-check"] },
  "no-circular": { "lib/memories/quality.ts": ["./search"], "lib/memories/search.ts": ["./quality"] },
  "no-unresolvable": { "lib/memories/quality.ts": ["@/lib/memories/nothing"] },
};

describe("each import rule bites", () => {
  const rules = (configuration.forbidden ?? []).map((rule) => rule.name ?? "");

  test("every rule has a codebase that breaks it here", () => {
    expect(Object.keys(violations).sort()).toEqual([...rules].sort());
  });

  test.each(Object.entries(violations))("%s is reported, and nothing else", async (rule, codebase) => {
    const result = await cruiseFolder(build(rule, codebase), [
      ...new Set(Object.keys(codebase).map(topFolder)),
    ]);
    expect(new Set(result.summary.violations.map((each) => each.rule.name))).toEqual(new Set([rule]));
    expect(new Set(result.summary.violations.map((each) => each.rule.severity))).toEqual(new Set(["error"]));
  });

  test("a codebase that keeps the rules has no violation", async () => {
    const codebase = {
      "lib/kernel/text.ts": ["zod"],
      "lib/memories/contract.ts": ["zod", "@/lib/kernel/text"],
      "lib/memories/store/queries.ts": ["@/lib/db/generated/client"],
      "lib/memories/operations.ts": ["./contract", "./store/queries", "@/lib/kernel/text"],
      "lib/db/generated/client.ts": [],
      "lib/registry.ts": ["@/lib/memories/operations"],
      "components/memories/list.tsx": ["@/lib/memories/contract"],
      "app/memories/page.tsx": ["@/components/memories/list"],
    };
    const result = await cruiseFolder(build("kept", codebase), ["lib", "components", "app"]);
    expect(result.summary.violations).toEqual([]);
  });
});

test("the real codebase is read: with a TypeScript it does not know, the cruiser sees no module and every rule passes", async () => {
  const { modules } = await cruiseFolder(root, ["app", "lib"]);
  const page = modules.find((module) => module.source === "app/layout.tsx");
  expect(page?.dependencies.map((each) => each.resolved)).toContainEqual(
    expect.stringMatching(/^components\//),
  );
  expect(modules.filter((module) => module.source.startsWith("lib/")).length).toBeGreaterThan(20);
}, 120_000);

test("a spread of a literal and the name given are errors", () => {
  const folder = join(scratch, "habits");
  mkdirSync(join(folder, "lib"), { recursive: true });
  writeFileSync(
    join(folder, "lib/habits.ts"),
    "export const f = (given: { a: number }) => [{ ...{ b: 1 }, ...given }, ...[2], ...[given].map(String)];\n",
  );
  const output = lint(folder);
  expect(output.match(/Write the properties or elements out/g)).toHaveLength(2);
  expect(output.match(/Destructure the argument into named parameters/g)).toHaveLength(3);
});

test("reading process.env is an error everywhere in the product but in lib/env.ts", () => {
  const folder = join(scratch, "settings");
  const files = [
    "app/layout.tsx",
    "bin/worker.ts",
    "components/ui/button.tsx",
    "lib/env.ts",
    "lib/memories/quality.ts",
  ];
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), "export const port = process.env.PORT;\n");
  }
  const output = lint(folder);
  const reported = files.filter((file) => output.includes(`${file}:1:21 lint/style/noProcessEnv`));
  expect(reported).toEqual(files.filter((file) => file !== "lib/env.ts"));
});

/** What the linter prints of a folder, by the project's settings. */
function lint(folder: string): string {
  copyFileSync(join(root, "biome.json"), join(folder, "biome.json"));
  cpSync(join(root, "tests/code/lint"), join(folder, "tests/code/lint"), { recursive: true });
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const { stdout, stderr } = spawnSync(process.execPath, [biome, "lint", "--vcs-enabled=false", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  return `${stdout}${stderr}`;
}

/** Writes a house into a folder of its own, with the project's aliases and packages. */
function build(name: string, codebase: Codebase): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  symlinkSync(join(root, "package.json"), join(folder, "package.json"));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { baseUrl: ".", paths: { "@/*": ["./*"] } } }),
  );
  for (const [path, imports] of Object.entries(codebase)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    const lines = imports.map(
      (each, index) => `import * as part${index} from "${each}";\nexport { part${index} };`,
    );
    writeFileSync(join(folder, path), [...lines, "export const name = 1;", ""].join("\n"));
  }
  return folder;
}

async function cruiseFolder(folder: string, inside: string[]): Promise<ICruiseResult> {
  const cruiseOptions: ICruiseOptions = {
    ...configuration.options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: configuration.forbidden ?? [] },
    tsConfig: { fileName: join(folder, "tsconfig.json") },
  };
  const { output } = await cruise(inside, cruiseOptions, undefined, {
    tsConfig: extractTSConfig(join(folder, "tsconfig.json")),
  });
  if (typeof output === "string")
    throw new Error("The cruiser answered with a report instead of its findings.");
  return output;
}

function topFolder(path: string): string {
  return path.split("/")[0] ?? path;
}
