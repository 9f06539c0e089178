/** The choice that looks at every repository. */
export const ALL = "All repositories";
