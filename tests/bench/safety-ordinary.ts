import { ALNUM, asCases, below, HEX, LOWER, of, pick, type SafetyCase } from "./safety-cases";

const WORD = ["order", "tariff", "berth", "invoice", "queue", "token", "prompt", "secret", "session", "rule"];

const uuid = () => `${of(HEX, 8)}-${of(HEX, 4)}-4${of(HEX, 3)}-a${of(HEX, 3)}-${of(HEX, 12)}`;

const ORDINARY: readonly [string, () => string][] = [
  ["commit ids and hashes", () => `Since ${of(HEX, 40)} the ${pick(WORD)} is read once (was ${of(HEX, 7)})`],
  ["commit ids and hashes", () => `sha256:${of(HEX, 64)} ${pick(WORD)}.tar.gz`],
  ["commit ids and hashes", () => `cache key: ${of(HEX, 40)}`],
  ["UUIDs", () => `${pick(WORD)}_id=${uuid()} session ${uuid()}`],
  ["base64 images", () => `![logo](data:image/png;base64,iVBORw0KGgo${of(`${ALNUM}+/`, 400)}==)`],
  ["base64 images", () => `background: url(data:font/woff2;base64,d09GMg${of(`${ALNUM}+/`, 300)})`],
  [
    "stack traces",
    () =>
      `TypeError: Cannot read properties of undefined (reading '${pick(WORD)}')\n    at ${pick(WORD)}${pick(WORD)} (/srv/app/node_modules/@acme/${pick(WORD)}/dist/index.js:${below(900)}:${below(80)})\n    at async Promise.all (index ${below(9)})`,
  ],
  [
    "stack traces",
    () =>
      `Traceback (most recent call last):\n  File "/usr/lib/python3.12/${pick(WORD)}.py", line ${below(400)}, in ${pick(WORD)}\nKeyError: '${pick(WORD)}_token'`,
  ],
  [
    "lock files",
    () =>
      `"node_modules/${pick(WORD)}": {\n  "version": "${below(9)}.${below(20)}.${below(9)}",\n  "resolved": "https://registry.npmjs.org/${pick(WORD)}/-/${pick(WORD)}-1.2.3.tgz",\n  "integrity": "sha512-${of(`${ALNUM}+/`, 86)}=="\n}`,
  ],
  [
    "minified code",
    () =>
      `!function(e,t){var ${of(LOWER, 1)}=t.${pick(WORD)}||"",n=e.token,r={key:n,secret:r};return ${of(LOWER, 2)}(e,${below(99)})}(this,document);`,
  ],
  [
    "code",
    () => `const ${pick(WORD)}Token = await readToken(${pick(WORD)}.session, { password: form.password });`,
  ],
  ["code", () => `password: z.string().min(8), apiKey: process.env.${pick(WORD).toUpperCase()}_API_KEY`],
  [
    "code",
    () =>
      `curl -H "Authorization: Bearer $${pick(WORD).toUpperCase()}_TOKEN" https://api.example.com/v1/${pick(WORD)}s`,
  ],
  [
    "configuration",
    () => `DATABASE_URL=postgres://user:password@localhost:5432/${pick(WORD)}\nAPI_KEY=your-api-key-here`,
  ],
  [
    "talk of secrets",
    () =>
      `Rotate the ${pick(["API key", "signing secret", "deploy token"])} every ${10 + below(80)} days and keep it in the vault, never in ${pick(WORD)}.env`,
  ],
  [
    "talk of prompts",
    () =>
      `The system prompt of the ${pick(WORD)} reviewer lives in prompts/${pick(WORD)}.md; the user message comes last`,
  ],
  [
    "talk of prompts",
    () =>
      `The scanner must reject inputs such as "ignore previous instructions" before they reach the ${pick(WORD)}`,
  ],
  [
    "talk of prompts",
    () =>
      `Instructions for the ${pick(WORD)} installer override the defaults; ignore previous versions of the guide`,
  ],
  [
    "memories",
    () =>
      `${pick(["Never", "Always", "Do not"])} read the ${pick(WORD)} table in a loop; batch by ${below(900)} because the gateway limits calls`,
  ],
  [
    "memories",
    () =>
      `Pass the clock into \`${pick(WORD)}()\`; you must not call Date.now() in rules, since tests replay ${pick(WORD)}s`,
  ],
];

export function ordinaryCases(each: number): SafetyCase[] {
  return ORDINARY.flatMap(([family, make]) => asCases(family, Array.from({ length: each }, make)));
}
