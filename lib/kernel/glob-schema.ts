import { z } from "zod";
import { globProblem, normalizeGlob } from "./globs";
import { text } from "./text";

const globSchema = text({ max: 1_000 })
  .transform(normalizeGlob)
  .superRefine((glob, context) => {
    const problem = globProblem(glob);
    if (problem !== null) context.addIssue({ code: "custom", message: problem, input: glob });
  });

export const MAX_GLOBS = 20;

/** Globs as somebody writes them, each brought to its one written form. */
export const globsSchema = z.array(globSchema).max(MAX_GLOBS, `must be at most ${MAX_GLOBS} globs`);
