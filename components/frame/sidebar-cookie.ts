/** The cookie that remembers a narrow sidebar ("1"), so that the server draws it right at once. */
export const SIDEBAR_COOKIE = "casebook_sidebar_narrow";
