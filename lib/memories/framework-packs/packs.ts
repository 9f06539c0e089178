import { z } from "zod";
import { type FrameworkPack, frameworkSchema } from "../contract";
import django from "../packs/django.json";
import express from "../packs/express.json";
import fastapi from "../packs/fastapi.json";
import next from "../packs/next.json";
import react from "../packs/react.json";

const packSchema = z.object({
  framework: frameworkSchema,
  title: z.string(),
  entries: z.array(
    z.object({
      pattern_name: z.string(),
      description: z.string(),
      correct_usage: z.string(),
      common_mistakes: z.array(z.string()),
      source: z.url(),
    }),
  ),
});

/** What is worth knowing of a framework from the start, in our own words, each entry with the page that says so. */
export const PACKS: readonly FrameworkPack[] = [react, next, fastapi, django, express].map((pack) =>
  packSchema.parse(pack),
);
