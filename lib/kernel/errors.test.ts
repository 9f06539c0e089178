import { describe, expect, it, vi } from "vitest";
import { AppError, OvertakenError, toProblem } from "./errors";

describe("an error of another copy of the module", () => {
  // As the bundles of a build are, of which each has its own.
  const copy = async () => {
    vi.resetModules();
    return import("./errors");
  };

  it("reaches the caller as what it is", async () => {
    const other = await copy();
    expect(other.AppError).not.toBe(AppError);
    const error = new other.AppError("unavailable", "Try again in 3 s.", { retry_after_seconds: 3 });
    expect(error).toBeInstanceOf(AppError);
    expect(toProblem(error, "https://casebook.example")).toMatchObject({
      status: 503,
      code: "unavailable",
      detail: "Try again in 3 s.",
    });
  });

  it("is not taken for one by what it says or holds alone", () => {
    expect(new Error("AppError")).not.toBeInstanceOf(AppError);
    expect(new OvertakenError()).not.toBeInstanceOf(AppError);
    expect({ name: "AppError", code: "unavailable" }).not.toBeInstanceOf(AppError);
    expect(toProblem(new Error("secret"), "https://casebook.example")).toMatchObject({ status: 500 });
  });
});
