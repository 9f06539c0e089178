import { AiError } from "@/lib/ai";
import { assertModelsUsable } from "@/lib/runtime/parts";
import { StartError } from "./progress";

/** @throws StartError when the settings of the models are wrong, naming the one to change. */
export async function assertModels(): Promise<void> {
  try {
    await assertModelsUsable();
  } catch (error) {
    if (error instanceof AiError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}
