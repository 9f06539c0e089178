/** Whether patterns and solutions help. */
export default {
  title: "Figures",
  question: "Do patterns and solutions help?",
  unreadable: "The figures could not be loaded.",
  most_used: "Most used patterns",
  none_used: "No pattern was used yet.",
  tasks: "{count, plural, one {# task} other {# tasks}}",
  most_common: "Most common failures",
  none_recorded: "No failure was recorded yet.",
  times: "{count, number}×",
  minutes: "{count} min",
  hours: "{count} h",
  days: "{count} days",
  no_data: "no data yet, n = 0",
  sample: "n = {n, number}",
  sample_with_interval: "[{low}–{high}] n = {n, number}",
};
