import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { ReportError, type TestResult, testName } from "./test-result";

type Node = Record<string, unknown>;

const LISTS = new Set(["testsuite", "testcase", "failure", "error", "skipped", "flakyFailure", "flakyError"]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#text",
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  isArray: (name) => LISTS.has(name),
  stopNodes: ["*.system-out", "*.system-err", "*.properties"],
});

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const nodesOf = (value: unknown): Node[] => {
  if (!Array.isArray(value)) return isNode(value) ? [value] : [];
  return value.map((each): Node => (isNode(each) ? each : { "#text": String(each) }));
};

const attribute = (node: Node, name: string): string | undefined => {
  const value = node[`@${name}`];
  return typeof value === "string" && value !== "" ? value : undefined;
};

const lineSchema = z.coerce.number().int().min(1).max(10_000_000).nullable().catch(null);

/** The error of a failing test: its text, which begins with the message in most dialects. */
function outputOf(problem: Node): string {
  const body = typeof problem["#text"] === "string" ? problem["#text"].trim() : "";
  const message = attribute(problem, "message") ?? "";
  const type = attribute(problem, "type");
  if (body.includes(message.split("\n")[0] ?? "") && body !== "") return body;
  const is_named =
    type !== undefined && /(?:Error|Exception|Failure)$/.test(type) && !message.startsWith(type);
  const headline = is_named ? `${type}: ${message}` : message;
  return [headline, body].filter(Boolean).join("\n");
}

function toResult(testcase: Node, suite_file: string | undefined): TestResult {
  const problems = [...nodesOf(testcase.failure), ...nodesOf(testcase.error)];
  const [problem] = problems;
  const file = attribute(testcase, "file") ?? suite_file;
  const base = {
    name: testName(attribute(testcase, "classname"), attribute(testcase, "name")),
    file: file?.slice(0, 1_000) ?? null,
    line: lineSchema.parse(attribute(testcase, "line") ?? null),
    output: "",
  };
  if (problem) return { ...base, outcome: "failed", output: outputOf(problem) || "failed without a message" };
  if (testcase.skipped !== undefined) return { ...base, outcome: "skipped" };
  return { ...base, outcome: "passed" };
}

const DEEPEST = 50;

function collect(suite: Node, file: string | undefined, depth: number): TestResult[] {
  if (depth > DEEPEST) throw new ReportError(`has test suites nested more than ${DEEPEST} deep`);
  const here = attribute(suite, "file") ?? file;
  return [
    ...nodesOf(suite.testcase).map((testcase) => toResult(testcase, here)),
    ...nodesOf(suite.testsuite).flatMap((inner) => collect(inner, here, depth + 1)),
  ];
}

/** Formats that are XML of tests too. */
const OTHERS: Readonly<Record<string, string>> = {
  assemblies: "xUnit.net's; write JUnit instead (`--logger junit`)",
  "test-run": "NUnit's; write JUnit instead (`--logger junit`)",
  TestRun: "Visual Studio's (TRX); write JUnit instead (`--logger junit`)",
  "test-results": "NUnit's; write JUnit instead",
};

/** Tests of a JUnit report, in whatever dialect. @throws ReportError. */
export function readJunit(report: string): TestResult[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(report))
    throw new ReportError("has a document type, which no JUnit report has");
  const valid = XMLValidator.validate(report);
  if (valid !== true)
    throw new ReportError(
      `is not valid XML: ${valid.err.msg.slice(0, 200)} (line ${valid.err.line}); was it cut off?`,
    );
  const root: unknown = parser.parse(report);
  if (!isNode(root)) throw new ReportError("is not JUnit XML");
  const other = Object.keys(OTHERS).find((name) => name in root);
  if (other !== undefined) throw new ReportError(`is ${OTHERS[other]}`);
  const suites = [...nodesOf(root.testsuites), ...nodesOf(root.testsuite)];
  if (suites.length === 0) throw new ReportError("has no <testsuites> or <testsuite>; JUnit XML is expected");
  return suites.flatMap((suite) => collect(suite, undefined, 0));
}
