import { describe, expect, it } from "vitest";
import { categoryOf } from "./category";

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
