import { expect, test, vi } from "vitest";
import { createShortcutRegistry, type KeyPress } from "./shortcut-registry";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  defaultPrevented: false,
  isComposing: false,
  target: null,
  preventDefault: vi.fn(),
  ...more,
});

function setUp(keys: string[]) {
  let now = 0;
  const ran: string[] = [];
  const registry = createShortcutRegistry(() => now);
  const take_away = registry.register(
    keys.map((chord) => ({ keys: chord, label: chord, group: "Test", run: () => ran.push(chord) })),
  );
  return {
    registry,
    ran,
    take_away,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

vi.stubGlobal("Element", class {});

test("a sequence runs when its keys follow one another within a second", () => {
  const { registry, ran, wait } = setUp(["g m", "m"]);
  registry.handle(press("g"));
  wait(900);
  registry.handle(press("m"));
  expect(ran).toEqual(["g m"]);
});

test("after a second the sequence is forgotten and the key counts alone", () => {
  const { registry, ran, wait } = setUp(["g m", "m"]);
  registry.handle(press("g"));
  wait(1_001);
  registry.handle(press("m"));
  expect(ran).toEqual(["m"]);
});

test("a key that does not continue a sequence still runs its own shortcut", () => {
  const { registry, ran } = setUp(["g m", "j"]);
  registry.handle(press("g"));
  registry.handle(press("j"));
  expect(ran).toEqual(["j"]);
});

test("Command and Control are the same modifier", () => {
  const { registry, ran } = setUp(["mod+k"]);
  registry.handle(press("k", { metaKey: true }));
  registry.handle(press("K", { ctrlKey: true }));
  expect(ran).toEqual(["mod+k", "mod+k"]);
});

test("the browser keeps a key that nothing is offered for", () => {
  const { registry } = setUp(["j"]);
  const event = press("q");
  registry.handle(event);
  expect(event.preventDefault).not.toHaveBeenCalled();
});

test("a key that something else has handled, or that composes a letter, runs nothing", () => {
  const { registry, ran } = setUp(["j"]);
  registry.handle(press("j", { defaultPrevented: true }));
  registry.handle(press("j", { isComposing: true }));
  expect(ran).toEqual([]);
});

test("a choice that has the focus keeps the letters to itself, and leaves what a modifier begins", () => {
  const { registry, ran } = setUp(["j", "mod+k"]);
  const choice: Element = Object.assign(new Element(), {
    closest: (selectors: string): Element | null => {
      if (selectors.split(", ").includes('[role="combobox"]')) return choice;
      return null;
    },
  });
  registry.handle(press("j", { target: choice }));
  expect(ran).toEqual([]);
  registry.handle(press("k", { ctrlKey: true, target: choice }));
  expect(ran).toEqual(["mod+k"]);
});

test("of two for the same keys the later one runs, and the earlier again when it leaves", () => {
  const { registry, ran } = setUp(["e"]);
  const leave = registry.register([
    { keys: "e", label: "later", group: "Test", run: () => ran.push("later") },
  ]);
  registry.handle(press("e"));
  leave();
  registry.handle(press("e"));
  expect(ran).toEqual(["later", "e"]);
});

test("what is taken away is neither run nor listed", () => {
  const { registry, ran, take_away } = setUp(["j"]);
  take_away();
  registry.handle(press("j"));
  expect(ran).toEqual([]);
  expect(registry.list()).toEqual([]);
});
