import { z } from "zod";
import { text } from "@/lib/kernel/text";

export const LINE_TYPES = ["conversation", "audio", "image"] as const;

/** open: lines wait for the night; extracting; extracted: every line was read; failed: the log is kept and tried again. */
export const DAY_STATES = ["open", "extracting", "extracted", "failed"] as const;

export const daySchema = z.iso.date().meta({ description: "yyyy-mm-dd, in the organization's time zone" });

export const conversationAgentSchema = text({ max: 100 }).meta({ description: "Agent whose log it is" });
