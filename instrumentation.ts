/**
 * Runs once when the web process starts: loads the query embedder in the background, so that the first search does not
 * wait for it. Without one, or when it fails, search says so itself.
 */
export async function register(): Promise<void> {
  const { warmEmbedder } = await import("@/lib/runtime/parts");
  void warmEmbedder();
}
