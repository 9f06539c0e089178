/** Drives Claude Code and Codex through a session of several prompts, in one process each, as their programs offer it. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { SUBAGENT } from "./agent-model";

const PACKAGES = path.resolve("tests/clients/agents/node_modules");
const SCRIPT = path.resolve("integrations/claude-code/bin/hook.mjs");
const PLUGIN = path.resolve("integrations/claude-code");

export type ClientName = "claude" | "codex";

export type ClientRun = {
  program: string;
  /** Working copy that the agent works in. */
  folder: string;
  /** An empty folder for all that the client writes. */
  home: string;
  casebook: { url: string; key: string };
  model_url: string;
};

export type AgentClient = {
  /** Sends a prompt and waits until the agent has answered it. */
  prompt(text: string): Promise<void>;
  /** Ends the session as a user does. @returns what the client printed. */
  end(): Promise<string>;
};

/** The client's program: the one named by the variable, the one of tests/clients/agents, or the one in the path. */
export function findClient(name: ClientName): string | null {
  const variable = process.env[`CASEBOOK_TEST_${name.toUpperCase()}`];
  if (variable) return variable;
  const platform = `${process.platform}-${process.arch}`;
  const installed =
    name === "claude"
      ? path.join(PACKAGES, `@anthropic-ai/claude-code-${platform}/claude`)
      : findCodex(path.join(PACKAGES, `@openai/codex-${platform}/vendor`));
  if (installed !== null && existsSync(installed)) return installed;
  try {
    return execFileSync("which", [name], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

/** The program lies in a folder that is named by the compiler's target. */
function findCodex(vendor: string): string | null {
  const [target] = existsSync(vendor) ? readdirSync(vendor) : [];
  if (target === undefined) return null;
  return path.join(vendor, target, "bin/codex");
}

/** The JSON lines of a process, and all that it printed. */
class Lines {
  #output = "";
  #waiting: { matches: (message: Message) => boolean; resolve: (message: Message) => void }[] = [];
  readonly exited: Promise<void>;

  constructor(readonly child: ChildProcessWithoutNullStreams) {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
    });
    createInterface({ input: child.stdout }).on("line", (line) => this.#read(line));
    this.exited = new Promise((resolve) => child.once("close", () => resolve()));
  }

  get output(): string {
    return this.#output;
  }

  send(message: Message): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** The next line that matches. @throws when the process ends before. */
  next(matches: (message: Message) => boolean): Promise<Message> {
    const found = new Promise<Message>((resolve) => this.#waiting.push({ matches, resolve }));
    const ended = this.exited.then(() => {
      throw new Error(`the client ended early:\n${this.#output.slice(-4_000)}`);
    });
    ended.catch(() => undefined);
    return Promise.race([found, ended]);
  }

  #read(line: string): void {
    this.#output += `${line}\n`;
    const message: unknown = JSON.parse(line);
    if (!isMessage(message)) return;
    const [first] = this.#waiting.filter(({ matches }) => matches(message));
    if (first === undefined) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== first);
    first.resolve(message);
  }
}

type Message = Record<string, unknown>;

const isMessage = (value: unknown): value is Message => typeof value === "object" && value !== null;

function environmentOf({ home }: Pick<ClientRun, "home">): NodeJS.ProcessEnv {
  return { NODE_ENV: "production", PATH: process.env.PATH, HOME: home };
}

/** The variables by which Claude Code asks a model on this machine and nobody else. */
export function claudeEnvironment({
  home,
  model_url,
}: Pick<ClientRun, "home" | "model_url">): NodeJS.ProcessEnv {
  return {
    ...environmentOf({ home }),
    CLAUDE_CONFIG_DIR: path.join(home, "config"),
    ANTHROPIC_BASE_URL: model_url,
    ANTHROPIC_API_KEY: "none",
    ENABLE_TOOL_SEARCH: "false",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    IS_SANDBOX: "1",
  };
}

export async function startClaude(run: ClientRun): Promise<AgentClient> {
  const { program, folder, casebook } = run;
  const options = { base_url: casebook.url, api_key: casebook.key };
  const settings = { pluginConfigs: { "casebook@inline": { options } } };
  const args = [
    "-p",
    "--input-format",
    "stream-json",
    "--output-format",
    "stream-json",
    "--verbose",
    "--agents",
    JSON.stringify({ [SUBAGENT]: { description: "Builds parts", prompt: "You build parts." } }),
    "--plugin-dir",
    PLUGIN,
    "--settings",
    JSON.stringify(settings),
  ];
  const lines = new Lines(spawn(program, args, { cwd: folder, env: claudeEnvironment(run) }));
  return {
    async prompt(text) {
      const answered = lines.next(({ type }) => type === "result");
      lines.send({ type: "user", message: { role: "user", content: text } });
      await answered;
    },
    end: () => end(lines),
  };
}

export async function startCodex(run: ClientRun): Promise<AgentClient> {
  const { program, folder, home, casebook, model_url } = run;
  const codex_home = path.join(home, "codex");
  mkdirSync(codex_home, { recursive: true });
  const provider = [
    'model = "stand-in"',
    'model_provider = "stand-in"',
    "[model_providers.stand-in]",
    'name = "stand-in"',
    `base_url = "${model_url}/v1"`,
    'wire_api = "responses"',
    "requires_openai_auth = false",
  ];
  writeFileSync(path.join(codex_home, "config.toml"), `${provider.join("\n")}\n`);
  const hook = { type: "command", command: `"${process.execPath}" "${SCRIPT}"`, timeout: 6 };
  const events = ["SessionStart", "UserPromptSubmit", "SubagentStop", "Stop", "SessionEnd"];
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [hook] }]]));
  writeFileSync(path.join(codex_home, "hooks.json"), JSON.stringify({ hooks }));
  const env = {
    ...environmentOf(run),
    CODEX_HOME: codex_home,
    CASEBOOK_URL: casebook.url,
    CASEBOOK_KEY: casebook.key,
  };
  const lines = new Lines(spawn(program, ["app-server"], { cwd: folder, env }));
  let requests = 0;
  const call = async (method: string, params: Message): Promise<Message> => {
    const id = ++requests;
    const answered = lines.next((message) => message.id === id);
    lines.send({ jsonrpc: "2.0", id, method, params });
    const { result, error } = await answered;
    if (!isMessage(result)) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  await call("initialize", { clientInfo: { name: "casebook-test", version: "1" } });
  lines.send({ jsonrpc: "2.0", method: "initialized" });
  // The hooks are ours; nobody is here to trust them.
  const { thread } = await call("thread/start", { cwd: folder, config: { bypass_hook_trust: true } });
  const threadId = isMessage(thread) ? thread.id : null;
  return {
    async prompt(text) {
      const answered = lines.next(({ method }) => method === "turn/completed");
      await call("turn/start", { threadId, input: [{ type: "text", text }] });
      await answered;
    },
    end: () => end(lines),
  };
}

async function end(lines: Lines): Promise<string> {
  lines.child.stdin.end();
  await lines.exited;
  return lines.output;
}
