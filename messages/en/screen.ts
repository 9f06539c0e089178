/** What is there instead of any screen: while it is read, and when it could not be drawn. */
export default {
  failed: "This screen could not be shown.",
  failed_safe: "Nothing was changed.",
  failed_remedy:
    "Try again. If it persists, give the request below to the people who run this server; its log says why.",
  failed_remedy_here:
    "Try again. If it persists, reload the page, then tell the people who run this server what you did.",
  loading: "Loading",
};
