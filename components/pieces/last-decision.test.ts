import { expect, it, vi } from "vitest";
import { forgetUndo, offerUndo, undoLatest } from "./last-decision";

const offered = () => {
  const [undo, withdraw] = [vi.fn(), vi.fn()];
  return { undo, withdraw, press: offerUndo(undo, withdraw) };
};

it("a decision that the key undoes is no longer offered by its button", () => {
  const { undo, withdraw, press } = offered();
  expect(undoLatest()).toBe(true);
  expect(withdraw).toHaveBeenCalledOnce();
  press();
  expect(undo).toHaveBeenCalledOnce();
  expect(undoLatest()).toBe(false);
});

it("a decision that its button undoes is not undone once more by the key", () => {
  const { undo, press } = offered();
  press();
  expect(undoLatest()).toBe(false);
  expect(undo).toHaveBeenCalledOnce();
});

it("an earlier decision keeps its button, and the key undoes the last alone", () => {
  const [earlier, later] = [offered(), offered()];
  undoLatest();
  expect(later.undo).toHaveBeenCalledOnce();
  expect(earlier.undo).not.toHaveBeenCalled();
  expect(earlier.withdraw).not.toHaveBeenCalled();
  earlier.press();
  expect(earlier.undo).toHaveBeenCalledOnce();
});

it("what was forgotten is not undone by the key", () => {
  const { undo } = offered();
  forgetUndo();
  expect(undoLatest()).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});
