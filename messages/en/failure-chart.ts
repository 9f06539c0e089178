/** The chart of how often a failure was seen. */
export default {
  title: "Occurrences by day",
  definition:
    "How often the error was recorded on each of the last 30 days (UTC), by agents and in reports of tests.",
  counted: "n = {count, number} in 30 days",
  day: "Day",
  occurrences: "Occurrences",
  empty: "It was not seen in the last 30 days.",
};
