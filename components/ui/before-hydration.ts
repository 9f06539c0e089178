/**
 * Keeps what a person presses before React has hydrated the page, where the press would be lost: the button is pressed again
 * once it listens, the last one only, and a form that has no address is not sent to the page by the browser itself. React
 * hydrates at once what is pressed after it has begun, which is left to it.
 *
 * It is written into the page as text and runs before every other script, so it uses nothing from outside of itself.
 */
function keepPressesBeforeHydration(): void {
  const CHECKED_EVERY_MS = 50;
  const GIVEN_UP_AFTER_MS = 30_000;
  // How React marks the elements that it has hydrated or made; no API of it says so.
  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  let pressed: HTMLButtonElement | null = null;

  const pressOnceHydrated = (button: HTMLButtonElement, until: number): void => {
    if (pressed !== button || !button.isConnected || performance.now() > until) return;
    if (!isHydrated(button)) {
      setTimeout(pressOnceHydrated, CHECKED_EVERY_MS, button, until);
      return;
    }
    pressed = null;
    button.focus();
    button.click();
  };

  addEventListener(
    "click",
    ({ target, isTrusted }) => {
      if (!isTrusted || !(target instanceof Element)) return;
      const button = target.closest("button");
      const isLost = button !== null && button.type !== "submit" && !isHydrated(button);
      pressed = isLost ? button : null;
      if (!isLost) return;
      setTimeout(() => {
        // React was there already, and has handled it meanwhile.
        if (isHydrated(button) && pressed === button) pressed = null;
        else pressOnceHydrated(button, performance.now() + GIVEN_UP_AFTER_MS);
      });
    },
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form instanceof HTMLFormElement && !form.hasAttribute("action") && !isHydrated(form))
        event.preventDefault();
    },
    true,
  );
}

/** For a script at the beginning of every page. */
export const BEFORE_HYDRATION = `(${keepPressesBeforeHydration})()`;
