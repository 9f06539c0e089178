/** Hands a text, or a file made here, to the browser as a file. */
export function download(name: string, content: string | Blob, type = "text/csv"): void {
  const file = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
