import type { Voice } from "../api";
import { locally, type Register } from "../command";
import { CliError } from "../exit";
import { readAll } from "../input";
import { baseUrlOf, readSettings, removeSettings, settingsFile, targetOf, writeSettings } from "../settings";

export const account: Register = (program, cli) => {
  program
    .command("login")
    .description("store the address of a Casebook and an agent key for it, after testing them")
    .argument("[address]", "such as https://casebook.example.com; prompted for if left out")
    .option("--key-stdin", "read the key from standard input instead of prompting for it")
    .action(locally(cli, login));
  program
    .command("logout")
    .description("delete the stored address and key")
    .action(
      locally(cli, async (voice) => {
        const file = settingsFile(voice.io);
        await removeSettings(voice.io);
        await voice.answer({ removed: file }, () =>
          voice.say(`${file} was deleted. The key itself still works.`),
        );
        return undefined;
      }),
    );
  program
    .command("config")
    .description("show which address and key are used, and where they come from")
    .action(locally(cli, config));
};

async function login(
  voice: Voice,
  address: string | undefined,
  options: { keyStdin?: true },
): Promise<undefined> {
  const { io } = voice;
  const url = baseUrlOf(address ?? (await ask(voice, "Address of your Casebook", "http://localhost:3000")));
  const key = options.keyStdin ? (await readAll(io)).trim() : await askSecret(voice);
  if (key === "") throw new CliError("usage", "There is no key. Create one under Settings → Agent keys.");
  const [{ callerOf }, { organizationGet }] = await Promise.all([
    import("@/lib/doors/client/call"),
    import("@/lib/access/contract"),
  ]);
  // Tried before it is kept: what does not work would only fail later, without a hint of why.
  const { name, actor } = await callerOf({ base_url: url, key })(organizationGet, {});
  const file = await writeSettings(io, { url, key });
  await voice.answer({ url, organization: name, agent: actor.name, file }, () =>
    voice.say(`You are ${actor.name} of ${name} at ${url}. Stored in ${file}.`),
  );
  return undefined;
}

/** @throws CliError usage, where nobody can be asked. */
function requireTerminal({ io }: Voice, what: string): void {
  if (io.stdin.isTTY !== true)
    throw new CliError(
      "usage",
      `There is no terminal to ask for ${what}: casebook login <address> --key-stdin < key`,
    );
}

async function ask(voice: Voice, message: string, placeholder: string): Promise<string> {
  requireTerminal(voice, "the address");
  const { isCancel, text } = await import("@clack/prompts");
  const answer = await text({ message, placeholder, defaultValue: placeholder });
  if (isCancel(answer)) throw new CliError("usage", "Nothing was stored.");
  return answer;
}

async function askSecret(voice: Voice): Promise<string> {
  requireTerminal(voice, "the key");
  const { isCancel, password } = await import("@clack/prompts");
  const answer = await password({ message: "Agent key (cb_…)" });
  if (isCancel(answer)) throw new CliError("usage", "Nothing was stored.");
  return answer.trim();
}

async function config(voice: Voice): Promise<undefined> {
  const { io, url } = voice;
  const target = await targetOf(io, { url });
  const kept = await readSettings(io);
  const file = settingsFile(io);
  // Enough to recognise a key by, as the list of keys shows it.
  const shown = target.key && `${target.key.slice(0, 8)}…`;
  const answer = { url: target.url, url_from: target.from.url, key: shown, key_from: target.from.key, file };
  await voice.answer(answer, () =>
    voice.pairs([
      ["address", `${target.url} (${target.from.url})`],
      ["key", shown === null ? "none: run `casebook login`" : `${shown} (${target.from.key})`],
      ["stored in", kept.url === undefined ? `${file} (not there yet)` : file],
    ]),
  );
  return undefined;
}
