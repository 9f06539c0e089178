// What this browser kept is read by hand: schemas, and the package that reads them, stay out of what every page loads.

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === "string";

export const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === "string");

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");
