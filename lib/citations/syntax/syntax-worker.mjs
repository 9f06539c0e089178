// The thread that parses: receives { id, grammar, text }, answers { id, tree }, one file at a time.
// Plain JavaScript because a TypeScript worker cannot be started under tsx on Node 20.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import grammarsOfEditor from "@vscode/tree-sitter-wasm";

const { Language, Parser } = grammarsOfEditor;
const { parse_ms, most_nodes } = workerData;
/** Numbers of a node: type, start, end, row of its parent. A negative type is a node that the grammar only supposed. */
const STRIDE = 4;

let folder = "";
await Parser.init({
  // The only one who knows where the package lies, bundled or not.
  locateFile: (name, beside) => {
    folder = beside;
    return join(beside, name);
  },
});
const parser = new Parser();
const grammars = new Map();

async function loadGrammar(name) {
  const known = grammars.get(name);
  if (known) return known;
  const language = await Language.load(await readFile(join(folder, `tree-sitter-${name}.wasm`)));
  const grammar = { language, types: [], rows: new Map() };
  grammars.set(name, grammar);
  return grammar;
}

/** The row of a node's type in the grammar's table of types, which names what is only punctuation with a quote. */
function rowOfType(grammar, cursor) {
  const id = cursor.nodeTypeId;
  const known = grammar.rows.get(id);
  if (known !== undefined) return known;
  const row = grammar.types.length;
  grammar.types.push(cursor.nodeIsNamed ? cursor.nodeType : `"${cursor.nodeType}`);
  grammar.rows.set(id, row);
  return row;
}

/** The nodes of a tree in the order of the text, parents first; null when there are too many. */
function flatten(grammar, cursor) {
  let nodes = new Int32Array(4096 * STRIDE);
  let count = 0;
  const parents = [-1];
  for (;;) {
    if (count === most_nodes) return null;
    if ((count + 1) * STRIDE > nodes.length) {
      const larger = new Int32Array(nodes.length * 2);
      larger.set(nodes);
      nodes = larger;
    }
    const type = rowOfType(grammar, cursor);
    const start = cursor.startIndex;
    const end = cursor.endIndex;
    const supposed = start === end && cursor.nodeIsMissing;
    nodes.set([supposed ? -1 - type : type, start, end, parents.at(-1)], count * STRIDE);
    count += 1;
    if (cursor.gotoFirstChild()) {
      parents.push(count - 1);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return nodes.slice(0, count * STRIDE);
      parents.pop();
    }
  }
}

function parse(grammar, text) {
  parser.setLanguage(grammar.language);
  const deadline = performance.now() + parse_ms;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
  if (!tree) {
    parser.reset();
    return null;
  }
  const cursor = tree.walk();
  const nodes = flatten(grammar, cursor);
  cursor.delete();
  tree.delete();
  return nodes && { types: [...grammar.types], nodes };
}

parentPort.on("message", async ({ id, grammar, text }) => {
  // Not caught on purpose: after a WASM trap the engine is not to be trusted, so the thread ends and is replaced.
  const tree = parse(await loadGrammar(grammar), text);
  parentPort.postMessage({ id, tree }, tree ? [tree.nodes.buffer] : []);
});
parentPort.postMessage({ ready: true });
