import { singular } from "@/lib/text/stems";
import type { Claim } from "./claims";
import { QUALIFIES, strip, TOO_VAGUE } from "./directive-claims";

const UNITS: Record<string, readonly [dimension: string, factor: number]> = {
  ms: ["time", 1],
  millisecond: ["time", 1],
  s: ["time", 1_000],
  sec: ["time", 1_000],
  second: ["time", 1_000],
  min: ["time", 60_000],
  minute: ["time", 60_000],
  h: ["time", 3_600_000],
  hour: ["time", 3_600_000],
  day: ["time", 86_400_000],
  week: ["time", 604_800_000],
  byte: ["size", 1],
  kb: ["size", 1_000],
  kib: ["size", 1_024],
  mb: ["size", 1_000_000],
  mib: ["size", 1_048_576],
  gb: ["size", 1e9],
  gib: ["size", 1_073_741_824],
  percent: ["share", 1],
};

const COMPARATORS: readonly (readonly [words: string, comparator: string])[] = [
  ["at most", "max"],
  ["no more than", "max"],
  ["a maximum of", "max"],
  ["up to", "max"],
  ["less than", "max"],
  ["under", "max"],
  ["at least", "min"],
  ["no less than", "min"],
  ["a minimum of", "min"],
  ["exactly", "is"],
];

const LIMITED: Record<string, string> = { limited: "max", capped: "max" };

const NUMBER = "(-?\\d[\\d_]*(?:\\.\\d+)?)";

const COPULA =
  "(?:is|are|equals|lasts|takes|(?:must |should |has to |have to )?(?:stays?|remains?)(?: at)?|defaults to|default to|must be|should be|has to be|have to be|is set to|are set to|expires after|expire after|times out after|is (limited|capped) (?:to|at)|are (limited|capped) (?:to|at))";

const VALUE = new RegExp(
  `^(?:the |our |a |an )?(.+?) ${COPULA} (?:(${COMPARATORS.map(([words]) => words).join("|")}) )?${NUMBER} ?([a-z%]+)?(.*)$`,
);

const SETTING = new RegExp(
  `^(?:always )?(?:set|keep|limit|cap|configure) (?:the |our |a |an )?(.+?) (?:to|at) (?:(${COMPARATORS.map(([words]) => words).join("|")}) )?${NUMBER} ?([a-z%]+)?(.*)$`,
);

const DEFAULT = /^(?:the |our )?default (.{2,40}?) is (?:called |named )?([^\s,]+(?: [^\s,]+)?)$/;

const MAX_SUBJECT = 6;

export function valueClaims(text: string): Claim[] {
  if (
    /\b(?:not|never|no|about|around|approximately|roughly|between|or|from)\b/.test(
      text.replace("no more than", "").replace("no less than", ""),
    )
  )
    return [];
  const joined = text.replace(/(\d)(ms|s|sec|min|h|kb|kib|mb|mib|gb|gib|%)\b/g, "$1 $2");
  const match = VALUE.exec(joined);
  if (match) {
    const [, subject = "", limited, limited_too, words, number = "", unit = "", rest = ""] = match;
    const comparator = LIMITED[limited ?? limited_too ?? ""] ?? comparatorOf(words);
    return valueClaim({ subject, comparator, number, unit, rest });
  }
  const setting = SETTING.exec(joined);
  if (setting) {
    const [whole, subject = "", words, number = "", unit = "", rest = ""] = setting;
    const comparator = /^(?:always )?(?:limit|cap)/.test(whole) ? "max" : comparatorOf(words);
    return valueClaim({ subject, comparator, number, unit, rest });
  }
  const [, subject, value] = DEFAULT.exec(text) ?? [];
  if (subject && value)
    return [
      {
        key: `default:${strip(subject.split(" ")).join(" ")}`,
        side: value,
        rule: "value",
        subject: `default ${subject}`,
      },
    ];
  return [];
}

const comparatorOf = (words: string | undefined) => COMPARATORS.find(([said]) => said === words)?.[1] ?? "is";

function valueClaim(params: {
  subject: string;
  comparator: string;
  number: string;
  unit: string;
  rest: string;
}): Claim[] {
  const { comparator, number } = params;
  const subject = strip(params.subject.split(" "));
  if (subject.length === 0 || subject.length > MAX_SUBJECT) return [];
  if (subject.every((word) => TOO_VAGUE.has(word)) || params.subject.includes(",")) return [];
  // "is 30 and…", "is 3 times as fast": more than a value.
  const rest = params.rest.trim().split(" ").filter(Boolean);
  if (rest.length > 0 && !QUALIFIES.has(rest[0] ?? "")) return [];
  const unit = params.unit === "%" ? "percent" : singular(params.unit);
  if (QUALIFIES.has(unit) || /^(?:st|nd|rd|th|x|times|of|and)$/.test(unit)) return [];
  const [dimension, factor] = UNITS[unit] ?? [unit, 1];
  const value = Number(number.replaceAll("_", "")) * factor;
  if (!Number.isFinite(value)) return [];
  const key = `value:${subject.join(" ")}|${comparator}|${dimension}|${strip(rest).join(" ")}`;
  return [{ key, side: String(value), rule: "value", subject: params.subject }];
}

const VERSION =
  /^(?:we |the (?:project|repository|service|app|team|build|backend|frontend) |this (?:project|repository|service) )?(?:must |should |always )?(use|uses|run on|runs on|run|runs|target|targets|pin|require|requires|build with|builds with|is on|are on|stay on) ([a-z][a-z.+#-]*(?: [a-z][a-z.+#-]*)?) (?:version )?v?(\d+(?:\.\d+){0,3})(?:\.x)?( or (?:newer|later|higher|above|up))?$/;

const NAMES: Record<string, string> = {
  "node.js": "node",
  nodejs: "node",
  postgres: "postgresql",
  "go lang": "go",
};

export function versionClaims(text: string): Claim[] {
  const [, verb = "", name = "", version, newer] = VERSION.exec(text) ?? [];
  if (version === undefined) return [];
  const stated = /^require/.test(verb) ? "require" : "use";
  const relation = newer === undefined ? stated : "from";
  return [
    { key: `version:${NAMES[name] ?? name}|${relation}`, side: version, rule: "version", subject: name },
  ];
}
