import type { z } from "zod";
import type { Contract } from "@/lib/kernel/contract";
import type { Limits } from "./limits";

/** What bin/contract-loader.mjs leaves of a contract in the browser, beside what a call needs. */
type Outline = {
  /** By the path of a field of the input; `*` stands for any place of a list. */
  limits: Readonly<Record<string, Limits>>;
  loadInput?(): Promise<z.ZodType>;
};

/** Whether it is what the browser has of a contract; on the server contracts are whole. */
export const isOutlined = (contract: object): contract is Outline => "limits" in contract;

/** The schema of an operation's input, which is loaded once it is asked for. */
export async function inputSchemaOf<C extends Contract>(contract: C): Promise<z.ZodType> {
  if (!isOutlined(contract)) return contract.input;
  if (contract.loadInput === undefined) throw new Error(`${contract.name} has no schema in the browser`);
  return contract.loadInput();
}
