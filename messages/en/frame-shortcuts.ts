/** The list of keyboard shortcuts. */
export default {
  title: "Keyboard shortcuts",
  every_queue: "In every queue",
  submit_dialog: "Submit a dialog",
};
