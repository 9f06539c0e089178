/** The filter of texts that contain this one, in whatever case; `%`, `_` and `\\` are letters like others. */
export const inText = (text: string) => ({
  contains: text.replace(/[\\%_]/g, "\\$&"),
  mode: "insensitive" as const,
});
