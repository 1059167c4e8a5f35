/** For comparison: a directory of 10,000 tiles has a few hundred kilobytes, a dense tile a few megabytes. */
const MAX_BYTES = 64 * 1_048_576;

/**
 * Decompresses gzip data and returns other data unchanged, because images are often marked as compressed but are not.
 * Rejects damaged data and results over 64 MiB.
 */
export async function gunzip(compressed: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second] = new Uint8Array(compressed, 0, Math.min(2, compressed.byteLength));
  if (first !== 0x1f || second !== 0x8b) return compressed;
  const reader = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      throw new Error('a part of it is too large unpacked');
    }
    chunks.push(read.value);
  }
  return new Blob(chunks).arrayBuffer();
}
