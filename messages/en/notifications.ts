/** The list of notifications. */
export default {
  title: "Notifications",
  question: "What happened that concerns me?",
  marked: "{count, plural, one {# notification} other {# notifications}} marked as read",
  not_marked: "They could not be marked as read",
  unreadable: "The notifications could not be loaded.",
  mark_all: "Mark all as read",
  settings: "Settings",
  which: "Which notifications",
  all: "All",
  unread: "Unread {count, number}",
};
