/** A file that is no export, or is cut off; the message names the line. */
export class FileProblem extends Error {}
