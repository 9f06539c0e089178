/**
 * What the process runs that searches files, as text: it is started by `node -e`, which works from a checkout, from
 * bundles and from Next's server alike. It looks for the engine's packages from the folder in its first argument; the
 * second one names them. Each message is a file or an empty text to try a rule on, each answer has its id.
 *
 * The engine is native and synchronous, so nothing here can interrupt it: the thread ends the process when its parent is
 * gone, and everything else is the parent's to end by a signal.
 */
export const MATCHER_PROGRAM = String.raw`
"use strict";
const { createRequire } = require("node:module");
const { Worker } = require("node:worker_threads");
const [, folder, named] = process.argv;
new Worker(
  "const parent = process.ppid; setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);",
  { eval: true },
).unref();
process.on("disconnect", () => process.exit());

const load = createRequire(folder + "/casebook.js");
const { native, packages } = JSON.parse(named);
let engine;
try {
  engine = load(native);
} catch (error) {
  process.send({ ready: false, problem: String(error.message).split("\n")[0] }, () => process.exit());
}
if (engine) {
  const grammars = ["Html", "JavaScript", "Tsx", "Css", "TypeScript"];
  const languages = {};
  for (const [name, package_name] of packages) {
    try {
      const language = load(package_name);
      if (language.libraryPath) languages[name] = language;
      grammars.push(name);
    } catch {}
  }
  engine.registerDynamicLanguage(languages);
  process.on("message", ({ id, grammar, text, config, population, most_places }) => {
    try {
      const root = engine.parse(grammar, text).root();
      const found = root.findAll(config);
      const places = found.slice(0, most_places).map((node) => {
        const { start, end } = node.range();
        return { line_start: start.line + 1, line_end: Math.max(start.line, end.column === 0 ? end.line - 1 : end.line) + 1 };
      });
      const support = population ? root.findAll(population).length : null;
      const errors = root.find({ rule: { kind: "ERROR" } }) !== null;
      process.send({ id, problem: null, matches: found.length, support, places, errors });
    } catch (error) {
      process.send({ id, problem: String(error.message).slice(0, 2000) });
    }
  });
  process.send({ ready: true, grammars });
}
`;
