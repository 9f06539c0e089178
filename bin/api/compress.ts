const MIN_BYTES = 1_024;
const TEXTS = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*json|javascript|xml)\b)/;

/** True when the caller names gzip, or everything, without a weight of zero (RFC 9110 §12.5.3). */
function takesGzip(accepted: string | null): boolean {
  return (accepted ?? "")
    .split(",")
    .some((each) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(each));
}

/** The answer with its text compressed, where the caller takes that and it has a kilobyte or more. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, body, status, statusText } = response;
  if (!TEXTS.test(headers.get("content-type") ?? "") || headers.has("content-encoding")) return response;
  headers.append("Vary", "Accept-Encoding");
  if (body === null || request.method === "HEAD" || !takesGzip(request.headers.get("accept-encoding")))
    return response;
  const reader = body.getReader();
  const first = await reader.read();
  if (first.done) return new Response(null, { status, statusText, headers });
  const rest = new ReadableStream<BufferSource>({
    start: (controller) => controller.enqueue(first.value),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // A streamed answer begins with as much as it has; only a whole small one is not worth it.
  if (first.value.byteLength < MIN_BYTES && !headers.has("content-disposition"))
    return new Response(rest, { status, statusText, headers });
  headers.set("Content-Encoding", "gzip");
  headers.delete("Content-Length");
  return new Response(rest.pipeThrough(new CompressionStream("gzip")), { status, statusText, headers });
}
