/** How many rows a page of a list has, and a file of all that match; apart from the schemas, for browsers. */
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
export const MAX_EXPORTED_ROWS = 50_000;
