/** Style sheets that packages put into a page without a nonce, by their hashes. */
export const PACKAGE_STYLES = [
  // sonner (toasts): first empty, then with its text.
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  // The list of Radix's select.
  "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='",
] as const;
