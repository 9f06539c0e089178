/** A list of notifications. */
export default {
  empty: "No notifications",
  empty_meaning:
    "You are notified here when somebody mentions you or assigns you something, or when something new waits for you.",
  notifications: "Notifications",
  unread: "Unread: ",
};
