/**
 * What every change goes through: a rule about it holds whatever is changed. Commits, pushes and formatters by
 * themselves are no such step, for they may be what the project is about.
 */
const STEP_OF_EVERY_CHANGE =
  /\b(?:pull requests?|pull_request_template|merge requests?|prs?|commit (?:messages?|subjects?|titles?|bodies)|(?:before|after) (?:you |each )?(?:committing|commit|pushing|push|opening|merging)|(?<!\bno )changelog(?:\.md)?|release notes?|sign(?:ed)?[- ]off|dco|pre-commit|code reviews?|lint(?:er|ers|ing|s)?|format with|(?:run|runs) (?:the |a )?formatters?|type[- ]?check(?:er|ing|s)?)\b/i;
/** Quantifiers over things that every change has. */
const EVERY_THING =
  /\b(?:each|every|all|any|no)\s+(?:\w+\s+)?(?:modules?|files?|changes?|functions?|classes|methods?|commits?|code|pull requests?|prs?|sources?|imports?)\b/i;
/** Words that narrow a rule to some changes. */
const NARROWED = /\b(?:when|whenever|if|unless|only|except|after (?:chang|add|edit)\w+)\b/i;

/**
 * Whether a rule holds for nearly every change of its repository ("sign off commits", "run the linter before pushing"):
 * what an agent should know before any task. Judged by its words alone: it names a step that every change
 * goes through or quantifies over things that every change has, and narrows neither.
 */
export function holdsForEveryChange(statement: string): boolean {
  const [first = ""] = statement.split(/(?<=[.;])\s/);
  if (NARROWED.test(first)) return false;
  return STEP_OF_EVERY_CHANGE.test(first) || EVERY_THING.test(first);
}
