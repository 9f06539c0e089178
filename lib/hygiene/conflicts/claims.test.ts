import { describe, expect, it } from "vitest";
import { claimsOf, contradictionBetween } from "./claims";
import { mayBeSame } from "./same-claims";

const CONTRADICT: readonly (readonly [string, string, string])[] = [
  ["directive", "Use default exports", "Never use default exports"],
  ["directive", "Use `eval` to run plugins", "Never use eval"],
  ["directive", "Prefer named exports over default exports", "Use default exports for pages."],
  ["directive", "Avoid barrel files", "Use barrel files"],
  ["directive", "We should use feature flags", "Feature flags must not be used"],
  ["directive", "Stop using moment.js", "Use moment.js"],
  ["directive", "In tests, use fake timers", "Do not use fake timers in tests"],
  ["directive", "Use pnpm, not npm", "Use npm to install packages"],
  ["directive", "Always use transactions", "Do not use transactions for reads"],
  ["directive", "Global state is forbidden", "Use global state"],
  ["directive", "Use integration tests instead of mocks", "Always use mocks"],
  ["negation", "Migrations run inside a transaction", "Migrations do not run inside a transaction"],
  ["negation", "The cache is shared between tenants.", "The cache is never shared between tenants"],
  ["negation", "Retries are enabled for payments", "Retries are disabled for payments"],
  ["negation", "The tenant id is required in every query", "The tenant id is optional in every query"],
  ["negation", "Run the linter before the tests", "Run the linter after the tests"],
  ["directive", "Deleting a user is allowed", "Deleting a user is forbidden"],
  ["negation", "Handlers must not catch errors", "Handlers should catch errors"],
  ["negation", "Webhooks can't be retried", "Webhooks can be retried"],
  ["negation", "The worker supports cancellation", "The worker doesn't support cancellation"],
  ["negation", "The parser is case-sensitive", "The parser is case-insensitive"],
  ["choice", "Indent with tabs", "Indent with spaces"],
  ["choice", "Tests are written with Jest", "Tests are written with Vitest"],
  ["choice", "Timestamps are stored in UTC", "Timestamps are stored in local time"],
  ["choice", "File names use kebab-case", "File names use camelCase"],
  ["choice", "Passwords are hashed with bcrypt", "Passwords are hashed with argon2id"],
  ["choice", "Use npm to install packages", "Use pnpm to install packages"],
  ["value", "The session timeout is 30 minutes", "The session timeout is 15 minutes"],
  ["value", "A request body must be at most 64 KB", "A request body must be at most 1 MB"],
  ["value", "Access tokens expire after 15 minutes.", "Access tokens expire after 1 h"],
  ["value", "Coverage must stay at 100 %.", "Coverage must stay at 95 %."],
  ["value", "The pool size remains 10", "The pool size is 25"],
  ["value", "Set the pool size to 10", "Set the pool size to 25"],
  ["value", "The default branch is main", "The default branch is develop"],
  ["value", "The upload limit is 5 MB because the gateway cuts it", "The upload limit is 10 MB"],
  ["version", "The project uses Node 20", "The project uses Node.js 22"],
  ["version", "Requires Python 3.11 or newer", "Requires Python 3.12 or later"],
  ["version", "We target React 18", "We target React 19"],
];

const HOLD_TOGETHER: readonly (readonly [string, string])[] = [
  ["Use default exports for pages", "Do not use default exports in libraries"],
  ["Use fake timers in unit tests", "Do not use fake timers in end-to-end tests"],
  ["Use Redis", "Do not use Redis for sessions"],
  ["Use transactions", "Do not use transactions for reads"],
  ["Use npm or pnpm", "Use yarn"],
  ["The API supports tabs", "The API supports spaces"],
  ["Editors accept tabs", "Indent with spaces"],
  ["The project uses Node 20", "The project uses Node 20.19"],
  ["Works with Node 20", "Works with Node 22"],
  ["The session timeout is 30 minutes", "The session timeout is 1800 seconds"],
  ["The session timeout is 30 minutes", "The idle timeout is 15 minutes"],
  ["The password must be at least 8 characters", "The password must be at most 64 characters"],
  ["The timeout is 30 s in production", "The timeout is 5 s in tests"],
  ["Coverage must stay at 100 %.", "Coverage must stay at 100 percent."],
  ["Coverage must stay at 100 % in src", "Coverage must stay at 80 % in tests"],
  ["The timeout is about 30 s", "The timeout is 5 s"],
  ["Retries may be enabled for payments", "Retries may not be enabled for payments"],
  ["Service A depends on service B", "Service B does not depend on service A"],
  ["Run lint before tests", "Run tests after lint"],
  ["Use A, not B", "Use A"],
  ["Is the cache shared between tenants?", "The cache is not shared between tenants"],
  ["Do not log request bodies", "Log request ids"],
  ["The field is not optional in v2", "The field is required in v2"],
  ["Avoid mocks", "Do not use mocks"],
  ["Never use any", "Avoid using any"],
  ["Prefer composition over inheritance", "Use composition"],
  ["Only use eval in the sandbox", "Never use eval in handlers"],
  ["Use floats unless money is involved", "Do not use floats for money"],
  ["Use `retry()` for calls to other services", "Do not use `retry()` inside transactions"],
  ["Do not use it", "Use it"],
  ["Use this", "Never use this"],
  ["Use both caches and queues", "Do not use caches"],
  ["Prices are rounded once per night", "Prices are whole cents"],
  ["The pool has 10 connections", "The pool size is 25"],
  ["Migrate from npm to pnpm", "Use npm"],
  ["Compare main with develop", "The default branch is main"],
  ["Errors are not only logged but also counted", "Errors are only logged"],
  ["Responses are cached when the user is anonymous", "Responses are not cached when the user is signed in"],
  ["3 retries are made", "Retries are not made"],
  ["Node 22 fixed the bug", "Node 20 has the bug"],
  ["The limit is 3 times as high as before", "The limit is 5"],
  ["Use UTC everywhere", "Show local time in the browser"],
];

describe("statements contradict each other", () => {
  it.each(CONTRADICT)("by a rule of %s: %s / %s", (rule, one, other) => {
    expect(contradictionBetween(one, other)?.rule).toBe(rule);
    expect(contradictionBetween(other, one)?.rule).toBe(rule);
  });

  it.each(HOLD_TOGETHER)("not when both can hold: %s / %s", (one, other) => {
    expect(contradictionBetween(one, other)).toBeNull();
    expect(contradictionBetween(other, one)).toBeNull();
  });

  it.each([...CONTRADICT.map(([, one, other]) => [one, other] as const), ...HOLD_TOGETHER].flat())(
    "and never themselves: %s",
    (statement) => {
      expect(contradictionBetween(statement, statement)).toBeNull();
      expect(claimsOf(statement).every(({ key }) => key.length <= 200)).toBe(true);
    },
  );
});

describe("alike statements are merged without asking", () => {
  it.each([
    ["Money is kept in whole cents everywhere.", "Money is kept everywhere in whole cents"],
    ["Wrap calls to other services in `retry()`", "Calls to other services are wrapped in `retry()`"],
    ["Do not read the clock in rules", "Never read the clock in rules"],
  ])("when their words differ in nothing that matters: %s / %s", (one, other) => {
    expect(mayBeSame(one, other)).toBe(true);
  });

  it.each([
    ["Retry three times", "Do not retry three times"],
    ["The timeout is 30 s", "The timeout is 60 s"],
    ["Wrap calls in `retry()`", "Wrap calls in `retryOnce()`"],
    ["Settings are read by readConfig", "Settings are read by loadConfig"],
    ["Caching is enabled for guests", "Caching is disabled for guests"],
    ["Indent the code with tabs", "Indent the code with spaces"],
    ["Requests are sent with a token", "Requests are sent without a token"],
    ["src/http speaks HTTP", "src/db speaks HTTP"],
  ])("but not when one word makes them differ: %s / %s", (one, other) => {
    expect(mayBeSame(one, other)).toBe(false);
  });
});
