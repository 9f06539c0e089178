import { SPECIFIC } from "../learning/sentences";

/** What passes with the day, or says nothing: status, listings, test output, questions, generalities, gaps. */

const STATUS =
  /^(?:version bump\b|(?:i|we)(?:'ve| have|'m| am| was| will|'ll)?\s+(?:now\s+|just\s+|also\s+|successfully\s+)?(?:added|created|updated|implemented|fixed|removed|renamed|refactored|ran|run|tested|committed|pushed|checked|verified|completed|finished|working|going|starting|reading|looking)|(?:successfully\s+)?(?:added|created|updated|implemented|fixed|removed|renamed|refactored|ran|completed|finished|committed|merged|done|in progress|working on|started|starting|next steps?|now (?:i|we)|let me)\b)/i;
const FILE_ENTRY =
  /^`?(?:[\w@.-]+\/)*[\w@.-]+\.\w{1,8}`?(?::\d+(?:[-–]\d+)?)?\s*(?:\([^)]*\)|[-–—:]\s*.{0,30})?$/;
const TEST_OUTPUT =
  /^(?:✓|✔|✗|✘|×|PASS|FAIL|ok \d|not ok \d|=+ )|\b\d+\s+(?:tests?|specs?|suites?|assertions?)?\s*(?:passed|failed|passing|failing|skipped)\b|\ball tests (?:pass|are passing|passed)\b|\bcoverage:? \d/i;
const TEMPORARY =
  /\b(?:todo|fixme|xxx|wip)\b|\b(?:for now|temporar(?:y|ily)|work-?arounds?|quick fix|stop-?gap|hack(?:y|ed)?)\b|\b(?:today|yesterday|tomorrow|this (?:pr|pull request|branch|commit|session|ticket|sprint|week|morning|task|run)|in (?:the|a) (?:next|follow-up) (?:pr|commit|session|sprint))\b/i;
const GENERIC =
  /^(?:please\s+|always\s+|make sure (?:to|you)\s+|be sure to\s+|remember to\s+|try to\s+|it is important to\s+)?(?:follow|write|use|keep|add|improve|consider|ensure|maintain|avoid|review|test|document|refactor|think|be|do|have|make|increase|monitor)\b.*\b(?:best practices?|clean|good|quality|readab\w+|maintainab\w+|document\w*|comments?|tests?|testing|coverage|performance|security|error handling|edge cases|logging|reviews?|simple|consisten\w+|careful|naming|bugs?|things?|code)\b/i;
/** A row that says how something is just now: "Ruff errors: 56", "Lease: null", "Profile page: partly implemented". */
const STATE_ROW =
  /^[^:：.]{2,60}[:：]\s*(?:~?\d[\d.,]*\s+(?:errors?|failures?|(?:failing |failed )?tests?|warnings?|issues?|(?:low|medium|high|critical)\b|vulnerabilit\w+).{0,60}|(?:null|none|n\/a|pass(?:ed)?|fail(?:ed|ing)?|partial(?:ly)?|warning|pending|in progress|done|completed?|not started|teilweise|grundlegende?s?|unvollständig|parcial(?:mente)?|pendiente)\b.{0,80})$/i;
/** A row of a list of changes: "2025-12-09: first version". */
const DATED_ROW = /^\d{4}-\d{2}-\d{2}\s*[:：–—-]/;
/** "The guide was updated to name it", "PRD §3 updated": what was done to documents. */
const WAS_DONE = /\b(?:updated|added|created|renamed)(?: to (?:reference|name|mention) [^.]*)?\.?$/i;
/** A label, names in code and nothing said of them. */
const BARE_NAMES = /^(?:[^`:：]{2,40}[:：]\s*)?(?:`[^`\s]+`(?::\d[\d–-]*)?[\s,.&+/]*)+$/;
/** What a plan or a record says of itself. */
const OF_ITSELF =
  /^(?:spec|branch|pr|pull request|issue|ticket|plan|date|status|owner|authors?|by|reviewers?)\s*:/i;
/** Ends before it says anything: what it introduced stands elsewhere, or was no prose. */
export const HANGS =
  /(?:\b(?:to|the|an?|of|and|or|with|are|is|use|as follows|(?:the )?following|below)|[:,])$/i;
/** A template's gap, not filled in: "[what was decided]", "{reason}". */
const GAP =
  /^\W*(?:\[[^\]]{3,}\]|\{[^}]{3,}\}|<[^>]{3,}>)\W*$|\{\{|\[(?:describe|what|why|your|decision title|reason)\b/i;
const SIGNS = /^(?:\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|\s)+/u;

/** True for what is no durable knowledge: status, listings, test output, questions, generalities, temporary context. */
export function passes(statement: string): boolean {
  return (
    GAP.test(statement) ||
    HANGS.test(statement) ||
    OF_ITSELF.test(statement) ||
    STATE_ROW.test(statement) ||
    DATED_ROW.test(statement) ||
    WAS_DONE.test(statement) ||
    BARE_NAMES.test(statement) ||
    STATUS.test(statement.replace(SIGNS, "")) ||
    FILE_ENTRY.test(statement) ||
    TEST_OUTPUT.test(statement) ||
    TEMPORARY.test(statement) ||
    /\?$/.test(statement) ||
    (GENERIC.test(statement) && statement.length < 80 && !SPECIFIC.test(statement))
  );
}
