import { handleRest } from "@/lib/doors/rest";
import { env } from "@/lib/env";
import { warmModels } from "@/lib/runtime/parts";
import { listen } from "./listen";

/** The API in a process of its own, without the dashboard: the same transport, to be killed. Prints when it listens. */
const { port } = await listen((request) => handleRest(request), env().PORT);
void warmModels();
console.log(`listening on ${port}`);
