const PROSE = /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|tex)$/i;
const BACKUP = /(?:\.(?:bak|backup|old|orig|rej|save|disabled)|~)$/i;
const FOLDER =
  /(?:^|\/)(?:attic|backups?|archived|graveyard|trash|unused|dist|docs?|documentation|generated|__generated__|__snapshots__|coverage)\//i;
const MADE =
  /(?:[.\-/](?:min|bundle|generated)\.[a-z]+|\.(?:map|snap)|_pb2(?:_grpc)?\.pyi?|\.pb\.(?:go|cc|h)|\.g\.(?:cs|dart)|\.designer\.cs)$|(?:^|\/)bundle\.[cm]?js$/i;

/** Whether a file by its name holds documentation, what a program made, or a copy that nothing runs. */
export function isDeadPath(path: string): boolean {
  return PROSE.test(path) || BACKUP.test(path) || FOLDER.test(path) || MADE.test(path);
}
