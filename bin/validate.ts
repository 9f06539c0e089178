/**
 * Everything about the project that can be checked without running it, as `npm run validate`. All checks run, so that
 * one look shows all there is to mend.
 */
import { check, packageProgram, summarize } from "./steps";

const folders = ["app", "bin", "components", "lib", "messages", "prisma", "tests"];

summarize([
  // Next writes types for the routes it finds, which the compiler then checks the pages against.
  await check("route types (next typegen)", packageProgram("next", "next", "typegen")),
  // The compiler of TypeScript 7; what reads syntax trees and what Next brings still need the programs of 5.
  await check("types (tsc)", packageProgram("typescript-native", "tsc", "--noEmit")),
  await check(
    "style and lint (biome; npm run format mends most)",
    packageProgram("@biomejs/biome", "biome", "check", "."),
  ),
  await check(
    "import rules (dependency-cruiser)",
    packageProgram("dependency-cruiser", "depcruise", "--output-type", "err-long", ...folders),
  ),
  await check("unused code and packages (knip)", packageProgram("knip", "knip")),
  await check("how the code reads (npm run code-metrics)", [
    process.execPath,
    "--import",
    "tsx",
    "tests/code/report.ts",
  ]),
]);
