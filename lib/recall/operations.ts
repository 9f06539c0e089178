import { defineOperation } from "@/lib/runtime/operation";
import { buildContext } from "./context";
import * as contract from "./contract";

const contextGet = defineOperation(contract.contextGet, {
  authorize: () => true,
  prepare: (context) => buildContext(context, context.input),
  handle: async ({ prepared }) => prepared,
});

export const operations = [contextGet];
