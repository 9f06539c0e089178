import { readBiome } from "./biome";
import { readClippy, readGolangci, readPackage, readRustfmt, readTestRunner } from "./compiled-tools";
import { readEditorconfig } from "./editorconfig";
import { readEslint } from "./eslint";
import { below, type Located, UnreadableFile } from "./located";
import { readPrettier } from "./prettier";
import { readBlack, readFlake8, readIsort, readMypy, readPylint, readPytest, readRuff } from "./python-tools";
import { readCode } from "./read-code";
import { readJson, readToml, readYaml } from "./read-data";
import { readIni, sectionOf } from "./read-ini";
import type { Setting, Settings, Unread } from "./settings";

/** What one file says: its settings with the lines they stand on, and what of it could not be read. */
export type FileReport = { settings: Setting[]; unread: Unread[] };

type Reader = (file: { path: string; text: string }) => Promise<Settings[]> | Settings[];

const isCode = (path: string) => /\.[cm]?[jt]s$/.test(path);

/** Whatever language a tool takes its options in, by the file's name. */
async function readAny({ path, text }: { path: string; text: string }): Promise<Located> {
  if (isCode(path)) return readCode(path, text);
  if (/\.toml$/.test(path)) return readToml(text);
  if (/\.ya?ml$/.test(path)) return readYaml(text);
  // Without an ending it is JSON or YAML; JSON5's names without quotes are YAML too.
  if (/\.(?:json|jsonc)$/.test(path) || (/^\s*(?:\{|\/[/*])/.test(text) && !/\.json5$/.test(path))) {
    try {
      return readJson(text);
    } catch (error) {
      if (!(error instanceof UnreadableFile) || /\.jsonc?$/.test(path)) throw error;
    }
  }
  return readYaml(text);
}

const pyproject: Reader = ({ text }) => {
  const tool = (name: string) => below(readToml(text), "tool", name);
  return [
    readRuff(tool("ruff")),
    readBlack(tool("black")),
    readIsort(tool("isort")),
    readFlake8(tool("flake8")),
    readPylint(tool("pylint")),
    readMypy(tool("mypy")),
    readPytest(below(tool("pytest"), "ini_options") ?? below(tool("pytest"), "ini-options")),
  ];
};

/** setup.cfg, tox.ini and the files of single tools: a section names its tool. */
const pythonIni: Reader = ({ path, text }) => {
  const sections = readIni(text, "configparser");
  const at = (...names: string[]) => sectionOf(sections, names);
  return [
    readFlake8(at("flake8")),
    ...(at("flake8") ? [] : [readFlake8(at("pycodestyle", "pep8"))]),
    readIsort(at("isort", "settings")),
    readPylint(at("pylint", "FORMAT", "MAIN", "MASTER", "pylint.FORMAT", "pylint.format")),
    readMypy(at("mypy")),
    readPytest(path.endsWith("setup.cfg") ? at("tool:pytest") : at("pytest", "tool:pytest")),
  ];
};

const packageJson: Reader = ({ text }) => {
  const root = readJson(text);
  const [prettier, eslint, jest, mocha] = ["prettier", "eslintConfig", "jest", "mocha"].map((name) =>
    below(root, name),
  );
  return [
    ...(prettier ? [readPrettier(prettier)] : []),
    ...(eslint ? [readEslint(eslint)] : []),
    ...(jest ? [readTestRunner("jest", jest)] : []),
    ...(mocha ? [readTestRunner("mocha", mocha)] : []),
    readPackage(root),
  ];
};

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^\.editorconfig$/, ({ text }) => [readEditorconfig(text)]],
  [
    /^\.prettierrc(?:\.(?:json5?|ya?ml|toml|[cm]?[jt]s))?$|^prettier\.config\.[cm]?[jt]s$/,
    async (file) => [readPrettier(await readAny(file))],
  ],
  [
    /^\.eslintrc(?:\.(?:json|ya?ml|[cm]?js))?$|^eslint\.config\.[cm]?[jt]s$/,
    async (file) => [readEslint(await readAny(file))],
  ],
  [/^\.?biome\.jsonc?$/, ({ text }) => [readBiome(readJson(text))]],
  [/^\.?ruff\.toml$/, ({ text }) => [readRuff(readToml(text))]],
  [/^pyproject\.toml$/, pyproject],
  [/^(?:setup\.cfg|tox\.ini|\.flake8|\.isort\.cfg|\.?pylintrc|\.?mypy\.ini|\.?pytest\.ini)$/, pythonIni],
  [/^\.?rustfmt\.toml$/, ({ text }) => [readRustfmt(readToml(text))]],
  [/^Cargo\.toml$/, ({ text }) => [readClippy(readToml(text))]],
  [/^\.golangci\.(?:ya?ml|toml|json)$/, async (file) => [readGolangci(await readAny(file))]],
  [/^package\.json$/, packageJson],
  [/^vite(?:st)?\.config\.[cm]?[jt]s$/, async (file) => [readTestRunner("vitest", await readAny(file))]],
  [/^jest\.config\.(?:json|[cm]?[jt]s)$/, async (file) => [readTestRunner("jest", await readAny(file))]],
  [/^\.mocharc\.(?:jsonc?|ya?ml|c?js)$/, async (file) => [readTestRunner("mocha", await readAny(file))]],
];

const readerOf = (path: string) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return READERS.find(([pattern]) => pattern.test(name))?.[1];
};

/** Whether a file is the configuration of a tool that is read here. */
export const isConfiguration = (path: string): boolean => readerOf(path) !== undefined;

/** What a configuration file says. A file that is not what its name says has nothing but the reason in `unread`. */
export async function readConfiguration(file: { path: string; text: string }): Promise<FileReport> {
  const read = readerOf(file.path);
  if (!read) return { settings: [], unread: [] };
  try {
    const found = await read(file);
    return {
      settings: found.flatMap(({ settings }) => settings),
      unread: found.flatMap(({ unread }) => unread),
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { settings: [], unread: [{ line: error.line, why: error.why }] };
  }
}
