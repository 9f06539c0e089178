/** The dialog before a repository is removed. */
export default {
  title: "Remove {name}?",
  confirm: "Remove the repository",
  removed: "{name} was removed",
  counting: "Counting what belongs to it…",
  unreadable: "What belongs to it could not be counted.",
  effect:
    "It is no longer fetched, and nothing can cite it. Its clone on this server is deleted; the repository itself is not touched.",
  kept: "It still has {list}. Delete the memories first: they count until they are removed for good.",
  show_memories: "Show its memories",
  going: "Deleted with it, for good: {list}.",
  memories: "{count, plural, one {# memory} other {# memories}}",
  citations: "{count, plural, one {# citation} other {# citations}}",
  probes: "{count, plural, one {# probe} other {# probes}}",
  reviews: "{count, plural, one {# review with its findings} other {# reviews with their findings}}",
  review_imports: "{count, plural, one {# import of reviews} other {# imports of reviews}}",
  skills: "{count, plural, one {# skill with its proposals} other {# skills with their proposals}}",
  tasks: "{count, plural, one {# task} other {# tasks}}",
  solution_patterns: "{count, plural, one {# solution pattern} other {# solution patterns}}",
  failures: "{count, plural, one {# failure} other {# failures}}",
  test_runs: "{count, plural, one {# test run} other {# test runs}}",
  task_searches: "{count, plural, one {# search of tasks} other {# searches of tasks}}",
};
