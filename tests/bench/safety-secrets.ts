import { ALNUM, asCases, DIGITS, HEX, LOWER, of, pick, type SafetyCase, UPPER } from "./safety-cases";

const SECRETS: readonly [string, () => string][] = [
  ["GitHub", () => `${pick(["ghp", "gho", "ghs", "ghu"])}_${of(ALNUM, 36)}`],
  ["GitHub", () => `github_pat_${of(ALNUM, 22)}_${of(ALNUM, 59)}`],
  ["GitLab", () => `glpat-${of(ALNUM, 20)}`],
  ["AWS", () => `${pick(["AKIA", "ASIA"])}${of(`${UPPER}234567`, 16)}`],
  ["AWS", () => `aws_secret_access_key = ${of(`${ALNUM}/+`, 40)}`],
  ["Google", () => `AIza${of(`${ALNUM}_-`, 35)}`],
  ["Azure", () => `AccountKey=${of(`${ALNUM}+/`, 86)}==`],
  ["Slack", () => `xoxb-${of(DIGITS, 12)}-${of(DIGITS, 12)}-${of(ALNUM, 24)}`],
  ["Slack", () => `https://hooks.slack.com/services/T${of(ALNUM, 8)}/B${of(ALNUM, 8)}/${of(ALNUM, 24)}`],
  ["Stripe", () => `sk_live_${of(ALNUM, 24)}`],
  ["npm, PyPI", () => `npm_${of(ALNUM, 36)}`],
  ["npm, PyPI", () => `pypi-AgEIcHlwaS5vcmc${of(ALNUM, 70)}`],
  ["models", () => `sk-proj-${of(ALNUM, 48)}`],
  ["models", () => `sk-ant-api03-${of(ALNUM, 93)}AA`],
  ["models", () => `hf_${of(UPPER + LOWER, 34)}`],
  ["SendGrid, Mailgun", () => `SG.${of(ALNUM, 22)}.${of(ALNUM, 43)}`],
  ["SendGrid, Mailgun", () => `key-${of(HEX, 32)}`],
  ["Telegram, Discord", () => `${of(DIGITS, 10)}:AA${of(ALNUM, 33)}`],
  ["Vault, Terraform", () => `hvs.${of(ALNUM, 96)}`],
  ["Vault, Terraform", () => `${of(LOWER + DIGITS, 14)}.atlasv1.${of(ALNUM, 67)}`],
  ["DigitalOcean, Databricks", () => `dop_v1_${of(HEX, 64)}`],
  ["DigitalOcean, Databricks", () => `dapi${of(HEX, 32)}`],
  ["JSON web token", () => `eyJhbGciOiJIUzI1NiJ9.eyJ${of(ALNUM, 40)}.${of(ALNUM, 43)}`],
  [
    "private key",
    () => `-----BEGIN ${pick(["RSA ", "EC ", ""])}PRIVATE KEY-----\n${of(ALNUM, 64)}\n${of(ALNUM, 64)}\n`,
  ],
  ["connection string", () => `postgres://app:${of(ALNUM, 12)}@db.internal:5432/app`],
  ["connection string", () => `redis://:${of(ALNUM, 16)}@cache:6379/0`],
  ["named in code", () => `const apiKey = "${of(ALNUM, 32)}";`],
  ["named in code", () => `client_secret: ${of(ALNUM, 24)}7x`],
  ["named in code", () => `export DATADOG_API_KEY=${of(HEX, 32)}`],
  ["named in code", () => `"password": "${of(LOWER, 6)}-${of(DIGITS, 3)}!"`],
  ["header", () => `Authorization: Bearer ${of(ALNUM, 30)}4`],
  ["header", () => `curl -u deploy:${of(ALNUM, 14)} https://ci.example.com/job`],
  ["e-mail, card", () => `${of(LOWER, 6)}.${of(LOWER, 5)}@mail.example.org`],
  ["e-mail, card", () => pick(["4111 1111 1111 1111", "5500-0055-5555-5559", "378282246310005"])],
];

const SECRET_CARRIERS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `The worker needs ${secret} at start.`,
  (secret) => `Error: Error: request failed with 401 (${secret})\n    at send (src/http.ts:12:9)`,
  (secret) => `\`\`\`sh\n${secret}\n\`\`\``,
];

export function secretCases(each: number): SafetyCase[] {
  return SECRETS.flatMap(([family, make]) =>
    asCases(
      family,
      Array.from({ length: each }, () => pick(SECRET_CARRIERS)(make())),
    ),
  );
}
