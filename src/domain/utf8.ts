const decoder = new TextDecoder('utf-8', { fatal: true });

/** A text in UTF-8, without a byte order mark before it; undefined: not all of it is UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
