/** The cookie that says "closed" once the person put the setup steps away. */
export const SETUP_COOKIE = "casebook_setup";
