/** The kernel shows the memory in a file: where it cannot be opened, the last value counts. */
export function createResidentBytes(): () => number {
  let bytes = 0;
  return () => {
    try {
      bytes = process.memoryUsage.rss();
    } catch {
      // No file can be opened: health has to show just that.
    }
    return bytes;
  };
}
