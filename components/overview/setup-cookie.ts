/** The cookie that remembers the setup steps: "open" once they were shown, "closed" when the person put them away. */
export const SETUP_COOKIE = "casebook_setup";
