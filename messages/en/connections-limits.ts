/** How much of the hourly quotas at GitHub is left. */
export default {
  unknown: "not known yet",
  requests: "{remaining, number} of {limit, number} requests<reset>, resets <when></when></reset>",
  others: "{remaining, number} of {limit, number} {resource}<reset>, resets <when></when></reset>",
};
