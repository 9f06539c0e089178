/** What controls say that are on every page. */
export default {
  close: "Close",
  cancel: "Cancel",
  undo: "Undo",
  copy: "Copy",
  copied: "Copied",
  copy_refused: "Not allowed: select and copy by hand",
  copy_named: "Copy: {name}",
  offline: "You are offline; other pages open once the connection is back.",
  progress: "{value, number} of {max, number}",
  notifications: "Notifications",
  discard: "Discard what was typed",
  leave_unsaved: "What you changed here is not saved. Leave the page without it?",
  this_screen: "This screen",
};
