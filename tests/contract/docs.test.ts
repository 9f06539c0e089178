import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withCommands } from "@/bin/cli/reference";
import { commandTree, withConfiguration } from "@/bin/configuration";
import { PACKAGE_COMMANDS, PACKAGE_FILES } from "@/bin/programs";
import { withRights } from "@/bin/rights";
import { AGENT_RULES } from "@/lib/doors/mcp/rules";
import { TOOL_SETS } from "@/lib/kernel/contract";
import { PROBLEMS } from "@/lib/kernel/errors";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { operations } from "@/lib/registry";

const contracts = operations.map((operation) => operation.contract);

async function documents(): Promise<string[]> {
  const docs = await readdir("docs", { recursive: true });
  return [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    ...docs.filter((name) => name.endsWith(".md")).map((name) => path.join("docs", name)),
  ];
}

describe("the documentation", () => {
  it("lists the settings that the code has", async () => {
    const readme = await readFile("README.md", "utf8");
    expect(readme, "run `npm run docs`").toBe(withConfiguration(readme));
  });

  it("says who may do what, as the registry has it", async () => {
    const document = await readFile("docs/security.md", "utf8");
    expect(document, "run `npm run docs`").toBe(withRights(document));
  });

  it("lists the commands that there are", async () => {
    const document = await readFile("docs/cli.md", "utf8");
    expect(document, "run `npm run docs`").toBe(withCommands(document, commandTree()));
  });

  it("gives people the rules that agents are given", async () => {
    expect(await readFile("docs/agents.md", "utf8")).toContain(AGENT_RULES);
  });

  it("sends agents only to tools and paths that exist", async () => {
    const text = await readFile("docs/agents.md", "utf8");
    const rows = [...text.matchAll(/^\|[^|]+\|([^|]+)\|([^|]*`(?:GET|POST) \/[^|]*)\|$/gm)];
    const tools = rows.flatMap(([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)].map(([, tool]) => tool));
    const routes = rows.flatMap(([, , cell = ""]) =>
      [...cell.matchAll(/`?((?:GET|POST) [^`,]+)/g)].map(([, route]) => route),
    );
    expect(rows.length).toBeGreaterThan(10);
    const published = contracts.flatMap(({ name, mcp }) => (mcp ? [name] : []));
    expect(tools.filter((tool) => !published.some((name) => name === tool))).toEqual([]);
    const served = contracts.map(({ http }) => `${http.method} ${http.path}`);
    expect(routes.filter((route) => !served.some((path) => path === route))).toEqual([]);
  });

  it("lists the MCP tools of every set", async () => {
    const text = await readFile("docs/agents.md", "utf8");
    for (const set of TOOL_SETS) {
      const row = text.split("\n").find((line) => line.startsWith(`| \`/api/mcp?tools=${set}\` |`));
      const tools = [...(row ?? "").matchAll(/`(\w+)`/g)].map(([, tool]) => tool);
      const published = contracts.filter(({ mcp }) => mcp?.set === set).map(({ name }) => name);
      expect(tools.toSorted(), set).toEqual(published.toSorted());
    }
  });

  it("has every problem and every permission", async () => {
    const text = await readFile("docs/api.md", "utf8");
    const named = [...Object.keys(PROBLEMS), ...PERMISSIONS];
    expect(named.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it("names for every attack a test that exists", async () => {
    const text = await readFile("docs/security.md", "utf8");
    const [, part = ""] = text.split("## What stands against each attack");
    const [table = ""] = part.split("\n## ");
    const rows = table.split("\n").filter((line) => /^\| (?!attack|---)/.test(line));
    expect(rows.length).toBeGreaterThan(20);
    const without = rows.filter((row) => {
      const tests = [...row.matchAll(/`((?:lib|tests)\/[\w./-]+\.(?:test|spec)\.ts)`/g)].map(
        ([, file = ""]) => file,
      );
      return tests.length === 0 || !tests.every((file) => existsSync(file));
    });
    expect(without).toEqual([]);
  });

  it("names only files and folders that exist", async () => {
    const unknown: string[] = [];
    for (const document of await documents()) {
      const text = await readFile(document, "utf8");
      const paths = text.matchAll(/`((?:\.ci|app|bin|components|docs|lib|prisma|tests)\/[\w./()-]+)`/g);
      for (const [, target = ""] of paths)
        if (!existsSync(target) && target !== "lib/db/generated") unknown.push(`${document}: ${target}`);
    }
    expect(unknown).toEqual([]);
  });

  it("runs in a container only programs that the image has", async () => {
    const programs = Object.keys(PACKAGE_COMMANDS).map((command) => `bin/${command}.mjs`);
    const started: string[] = [];
    for (const file of [...(await documents()), "docker-compose.yml", "Dockerfile"]) {
      const text = await readFile(file, "utf8");
      const commands = text.matchAll(/docker compose (?:exec|run)\b[^\n]*? node (\S+)/g);
      for (const [, program = ""] of commands) started.push(`${file}: ${program}`);
    }
    expect(started.length).toBeGreaterThan(2);
    expect(started.filter((each) => !programs.some((program) => each.endsWith(`: ${program}`)))).toEqual([]);
  });

  it("links only to files that exist", async () => {
    const broken: string[] = [];
    for (const document of await documents()) {
      const text = await readFile(document, "utf8");
      for (const [, target = ""] of text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        if (!existsSync(path.resolve(path.dirname(document), target))) broken.push(`${document} → ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("links from the README only to files that the package carries too", async () => {
    const text = await readFile("README.md", "utf8");
    const targets = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = ""]) => target);
    const files = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(files.length).toBeGreaterThan(10);
    const isCarried = (file: string) =>
      PACKAGE_FILES.some((carried) => file === carried || file.startsWith(`${carried}/`));
    expect(files.filter((file) => !isCarried(file))).toEqual([]);
  });

  it("names only npm scripts that exist", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const unknown: string[] = [];
    for (const document of await documents()) {
      const text = await readFile(document, "utf8");
      for (const [, name = ""] of text.matchAll(/`npm run ([\w:-]+)/g))
        if (!(name in scripts)) unknown.push(`${document}: ${name}`);
    }
    expect(unknown).toEqual([]);
  });
});
