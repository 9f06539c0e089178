/** The moment that a screen is about. */
export default {
  now: "now",
  button_now: "As of now",
  button: "As of {moment}",
  as_of: "As of",
  yesterday: "Yesterday",
  week_ago: "A week ago",
  month_ago: "A month ago",
  back_to_now: "Back to now",
  time: "Date and time",
  time_hint: "In {zone}",
  show: "Show",
  commit: "Or a commit",
  commit_hint: "Of {repository}, at least 7 digits",
  incomplete: "Some data from that time is missing",
};
