/** Manifests that name what a repository is built with, by file name. */
export const MANIFESTS = [
  "package.json",
  "pyproject.toml",
  "requirements.txt",
  "go.mod",
  "Cargo.toml",
  "composer.json",
  "Gemfile",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "pubspec.yaml",
] as const;
export type Manifest = (typeof MANIFESTS)[number];

/** Names under which a framework is published that its own name does not lead to. */
const PUBLISHED_AS: Record<string, readonly string[]> = {
  torch: ["pytorch"],
  rails: ["rubyonrails"],
  laravelframework: ["laravel"],
  springboot: ["spring"],
  djangorestframework: ["drf"],
};

/** A framework's name reduced to what its spellings share: `Next.js`, `nextjs` and `next` are the same. */
export function frameworkKey(name: string): string {
  const key = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  if (key.length > 3 && key.endsWith("js")) return key.slice(0, -2);
  return key;
}

/**
 * The keys (`frameworkKey`) of what manifests name: every dependency by its own name, its scope or group (`@nestjs/core`
 * is nest), and the language.
 */
export function frameworksIn(manifests: readonly { name: Manifest; text: string }[]): Set<string> {
  const keys = new Set<string>();
  for (const { name, text } of manifests)
    for (const dependency of READERS[name](text))
      for (const part of namesOf(dependency)) {
        const key = frameworkKey(part);
        if (key === "") continue;
        keys.add(key);
        for (const other of PUBLISHED_AS[key] ?? []) keys.add(other);
      }
  return keys;
}

function namesOf(dependency: string): string[] {
  const parts = dependency.replace(/^@/, "").split(/[/:]/);
  const starter = /^(spring-boot)-starter/.exec(parts.at(-1) ?? "");
  return [dependency, ...parts, ...(starter?.[1] ? [starter[1]] : [])];
}

const READERS: Record<Manifest, (text: string) => string[]> = {
  "package.json": (text) => ["node", ...keysOf(text, DEPENDENCIES)],
  "composer.json": (text) => ["php", ...keysOf(text, ["require", "require-dev"])],
  "pyproject.toml": (text) => ["python", ...pythonProject(text)],
  "requirements.txt": (text) => ["python", ...text.split("\n").flatMap(requirement)],
  "go.mod": (text) => [
    "go",
    ...[...text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w.-]+\/[^\s]+)\s+v\d/gm)].map(
      ([, path]) => path ?? "",
    ),
  ],
  "Cargo.toml": (text) => ["rust", ...tomlKeys(text, /dependencies(?:\.[\w-]+)?$/)],
  Gemfile: (text) => [
    "ruby",
    ...[...text.matchAll(/^\s*gem\s+["']([^"']+)/gm)].map(([, name]) => name ?? ""),
  ],
  "pom.xml": (text) => [
    "java",
    ...[...text.matchAll(/<artifactId>\s*([^<\s]+)\s*<\/artifactId>/g)].map(([, name]) => name ?? ""),
  ],
  "build.gradle": gradle,
  "build.gradle.kts": gradle,
  "pubspec.yaml": (text) => [
    "dart",
    ...[...text.matchAll(/^ {2}([a-z0-9_]+):/gm)].map(([, name]) => name ?? ""),
  ],
};

const DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** A manifest that is being edited may not parse; it then names nothing. */
function keysOf(text: string, sections: readonly string[]): string[] {
  try {
    const manifest: unknown = JSON.parse(text);
    if (manifest === null || typeof manifest !== "object") return [];
    return Object.entries(manifest)
      .filter(([section, value]) => sections.includes(section) && value !== null && typeof value === "object")
      .flatMap(([, value]) => Object.keys(value));
  } catch {
    return [];
  }
}

function requirement(line: string): string[] {
  const [, name] = /^\s*([A-Za-z0-9][\w.-]*)/.exec(line) ?? [];
  if (name === undefined) return [];
  return [name];
}

function gradle(text: string): string[] {
  const coordinates = [...text.matchAll(/["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']/g)];
  const plugins = [...text.matchAll(/\bid\s*\(?\s*["']([\w.-]+)["']/g)];
  return ["java", ...[...coordinates, ...plugins].map(([, name]) => name ?? "")];
}

/** Quoted requirements (`"django>=5"`) of any list, and the keys of Poetry's tables. */
function pythonProject(text: string): string[] {
  const quoted = [
    ...text.matchAll(/^\s*(?:[\w-]+\s*=\s*\[\s*)?((?:["'][^"'\n]+["']\s*,?\s*)+)\]?\s*(?:#.*)?$/gm),
  ];
  const listed = quoted.flatMap(([, line]) => [...(line ?? "").matchAll(/["']([^"']+)["']/g)]);
  return [
    ...listed.flatMap(([, item]) => requirement(item ?? "")),
    ...tomlKeys(text, /^tool\.poetry\.(?:.*\.)?(?:dev-)?dependencies$/),
  ];
}

/** The keys of the tables of a TOML file whose names match; enough of TOML to read names of dependencies. */
function tomlKeys(text: string, table: RegExp): string[] {
  let inside = false;
  return text.split("\n").flatMap((line) => {
    const [, header] = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line) ?? [];
    if (header !== undefined) {
      inside = table.test(header);
      // [dependencies.serde]
      const [, own] = /dependencies\.([\w-]+)$/.exec(header) ?? [];
      if (own === undefined) return [];
      return [own];
    }
    const [, key] = /^\s*["']?([\w.-]+)["']?\s*=/.exec(line) ?? [];
    if (inside && key !== undefined) return [key];
    return [];
  });
}
