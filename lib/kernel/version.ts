import { z } from "zod";

/** The version of a row that the caller read, as every command takes it. A PostgreSQL `integer`. */
export const versionSchema = z
  .int32()
  .min(1)
  .optional()
  .meta({ description: "The version you read; refused if it has changed since" });
