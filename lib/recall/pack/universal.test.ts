import { describe, expect, it } from "vitest";
import { holdsForEveryChange } from "./universal";

describe("holdsForEveryChange", () => {
  it.each([
    "Run the linter and the type checker before pushing.",
    "Commit messages begin with the module.",
    "Every function has a docstring.",
    "Fill each section of .github/pull_request_template.md.",
    "Each commit does one thing.",
  ])("takes %j for a rule of every change", (rule) => {
    expect(holdsForEveryChange(rule)).toBe(true);
  });

  it.each([
    ["is about the project's own commits", "Commits and operations are stored behind a trait."],
    ["is about the project's own pushes", "Fetch, push and clone call the executable."],
    ["is about the project's own formatters", "Formatters write to the output, never to stdout."],
    ["says what needs no step", "Internal rules need no changelog entry."],
    ["is for something new", "A new template method is entered in the table of its type."],
    ["is narrowed", "When you change a schema, run the linter."],
  ])("does not take a rule that %s", (_, rule) => {
    expect(holdsForEveryChange(rule)).toBe(false);
  });
});
