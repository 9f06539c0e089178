/** The group of the shortcuts that work on every screen. */
export const GENERAL_GROUP = "Everywhere";
