/**
 * What the browser gets of a module's contracts, in place of `lib/<module>/contract.ts`: of each operation its name, its
 * address and its tags, the limits of its fields, and how to load the schema of its input. The schemas themselves, which
 * only a form needs, would be more than half of every page. Constants stay as they are; schemas and functions are not there.
 *
 * Each export is a module of its own, `contract.ts?name=<export>`, which the bundler finds through the file: a page has those
 * that it imports, and not all that some page does.
 */
import path from "node:path";
import { runInThisContext } from "node:vm";
import { build } from "esbuild";

const REEXPORT = /^export \* from "(\.\/[^"]+)";$/gm;
const LIMITS = "lib/doors/client/limits";

/** @this {{ async(): (error: unknown, code?: string) => void, resourcePath: string, resourceQuery?: string, addDependency(file: string): void }} */
export default function contractLoader(source) {
  const done = this.async();
  browserContracts(source, this).then(
    (code) => done(null, code),
    (error) => done(error),
  );
}

/** By file: it is evaluated once, and asked for each of its exports. */
const evaluated = new Map();

async function browserContracts(source, { resourcePath, resourceQuery = "", addDependency }) {
  const name = new URLSearchParams(resourceQuery).get("name");
  const isKnown = name !== null && evaluated.get(resourcePath)?.source === source;
  if (!isKnown) evaluated.set(resourcePath, { source, exports: exportsOf(source, resourcePath) });
  const { lines, again, dependencies } = await evaluated.get(resourcePath).exports;
  for (const file of dependencies) addDependency(file);
  if (name !== null) return `${lines.get(name)}\n`;
  const parts = [...lines.keys()].map(
    (part) => `export { ${part} } from "./${path.basename(resourcePath)}?name=${part}";`,
  );
  return `${[...again, ...parts].join("\n")}\n`;
}

/** The text of each export by its name, the lines of files that stay whole, and what all of it was made of. */
async function exportsOf(source, resourcePath) {
  const folder = path.dirname(resourcePath);
  const root = path.resolve(folder, "../..");
  const listed = [...source.matchAll(REEXPORT)].map(([, file]) => file);
  const files = listed.length > 0 ? listed : [`./${path.basename(resourcePath, ".ts")}`];
  const { modules, limitsOf, withZod, dependencies } = await evaluate({ folder, root, files });
  const lines = new Map();
  const again = [];
  for (const [index, file] of files.entries()) {
    if (!withZod.has(index)) {
      again.push(`export * from ${JSON.stringify(file)};`);
      continue;
    }
    // A module without ideas is its own contract, which is what is replaced here.
    const from = listed.length > 0 ? file : null;
    for (const [name, value] of Object.entries(modules[index])) {
      const text = exportOf({ name, value, from, limitsOf });
      if (text !== null) lines.set(name, text);
    }
  }
  return { lines, again, dependencies };
}

/** Runs the contracts, and finds out which of the files stand on schemas. */
async function evaluate({ folder, root, files }) {
  const entry = [
    ...files.map((file, index) => `export * as m${index} from ${JSON.stringify(file)};`),
    `export { limitsOf } from ${JSON.stringify(path.join(root, LIMITS))};`,
  ].join("\n");
  const { outputFiles, metafile } = await build({
    stdin: { contents: entry, resolveDir: folder, loader: "ts" },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: "iife",
    globalName: "bundle",
    platform: "node",
    logLevel: "silent",
  });
  const { inputs } = metafile;
  const dependencies = Object.keys(inputs)
    .filter((file) => file.startsWith("lib/"))
    .map((file) => path.join(root, file));
  const needsZod = (file, seen = new Set()) => {
    if (file.startsWith("node_modules/")) return true;
    if (seen.has(file)) return false;
    seen.add(file);
    return (inputs[file]?.imports ?? []).some((each) => needsZod(each.path, seen));
  };
  const withZod = new Set(
    files.flatMap((file, index) =>
      needsZod(`${path.relative(root, path.join(folder, file))}.ts`) ? [index] : [],
    ),
  );
  const bundle = runInThisContext(`${outputFiles[0].text};bundle`);
  return {
    modules: files.map((_, index) => bundle[`m${index}`]),
    limitsOf: bundle.limitsOf,
    withZod,
    dependencies,
  };
}

function exportOf({ name, value, from, limitsOf }) {
  if (isContract(value))
    return `export const ${name} = ${contractText({ name, contract: value, from, limitsOf })};`;
  if (isPlain(value)) return `export const ${name} = ${JSON.stringify(value)};`;
  return null;
}

const isContract = (value) =>
  typeof value === "object" && value !== null && "http" in value && "input" in value && "output" in value;

function isPlain(value) {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

function contractText({ name, contract, from, limitsOf }) {
  const { effect, reads, changes, http, input } = contract;
  const { method, path: address } = http;
  const known = JSON.stringify({
    name: contract.name,
    effect,
    reads,
    changes,
    http: { method, path: address },
    limits: limitsBelow(contract, input, "", limitsOf),
  });
  const hasBody = method !== "GET" && from !== null;
  if (!hasBody) return known;
  const load = `() => import(${JSON.stringify(from)}).then((contracts) => contracts.${name}.input)`;
  return `${known.slice(0, -1)},"loadInput":${load}}`;
}

/** Limits by the path of a field; `*` stands for any place of a list. */
function limitsBelow(contract, schema, prefix, limitsOf) {
  let inner = schema;
  while (["optional", "nullable", "default"].includes(inner.type)) inner = inner.unwrap();
  if (inner.type === "object")
    return Object.assign(
      {},
      ...Object.entries(inner.shape).map(([name, field]) =>
        limitsBelow(contract, field, prefix === "" ? name : `${prefix}.${name}`, limitsOf),
      ),
    );
  if (inner.type === "array") return limitsBelow(contract, inner.element, `${prefix}.*`, limitsOf);
  const { required, ...others } = limitsOf(contract, prefix.replaceAll("*", "0"));
  const limits = others;
  if (required === true) limits.required = true;
  if (Object.keys(limits).length === 0) return {};
  return { [prefix]: limits };
}
