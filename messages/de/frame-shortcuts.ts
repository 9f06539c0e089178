import type en from "../en/frame-shortcuts";

export default {
  title: "Tastenkürzel",
  every_queue: "In jeder Warteschlange",
  submit_dialog: "Dialog absenden",
} satisfies Record<keyof typeof en, string>;
