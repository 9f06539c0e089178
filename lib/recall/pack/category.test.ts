import { describe, expect, it } from "vitest";
import { categoryOf, categoryOfStatement } from "./category";

describe("the category of a task", () => {
  it.each([
    ["Design the cache", "system_design"],
    ["Rework the architecture of billing", "system_design"],
    ["Implementing the parser", "implementation"],
    ["Fixes the crash", "error_handling"],
    ["Optimising start-up", "optimization"],
    ["Verified the totals", "testing"],
    ["Two vulnerabilities in login", "security"],
    ["Slow queries on invoices", "database"],
    ["New endpoints for invoices", "api"],
    ["Write the release notes", "general"],
    ["", "general"],
    // A word must be whole: latest is no test, author no auth, designate no design.
    ["Ask the latest author to designate an approach", "general"],
    // The first list wins, whatever comes first in the text.
    ["Check the design", "system_design"],
  ])("%j is %s", (task, category) => {
    expect(categoryOf(task)).toBe(category);
  });
});

describe("the category of a statement", () => {
  it.each([
    ["Slow queries on invoices need an index", "database"],
    ["Credentials of auth.toml are never logged", "security"],
    ["Mocks of a test live in their own folder", "testing"],
    // In passing: a task would be about these words, a statement is not.
    ["Check the station code before the tide is fetched", "general"],
    ["Build and validate the manifest in this order", "general"],
  ])("%j is %s", (statement, category) => {
    expect(categoryOfStatement(statement)).toBe(category);
  });
});
