import type { Caller } from "./call";
import { ApiError } from "./call";

/** Asks the person to sign in again. @returns whether the same person is signed in now. */
export type SignInAgain = () => Promise<boolean>;

let asker: SignInAgain | null = null;
let asking: Promise<boolean> | null = null;

/** Says who asks when a login has ended; one at a time. @returns a function that takes it back. */
export function onLoginEnded(ask: SignInAgain): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** However many calls find the login ended, the person is asked once. */
function signedInAgain(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asking ??= asker().finally(() => {
    asking = null;
  });
  return asking;
}

const hasEnded = (error: unknown) => error instanceof ApiError && error.code === "unauthenticated";

/**
 * A caller that outlives its login: a call that is refused because the login has ended waits until the same person has
 * signed in again, and is then made once more. Nothing was carried out before: who is not signed in is refused first.
 */
export const outliving =
  (call: Caller): Caller =>
  async (contract, input, options) => {
    try {
      return await call(contract, input, options);
    } catch (error) {
      if (!hasEnded(error) || !(await signedInAgain())) throw error;
      options?.signal?.throwIfAborted();
      return await call(contract, input, options);
    }
  };
