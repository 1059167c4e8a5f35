/** A block of a stream of server-sent events. `data` is empty where only the place in the stream has moved. */
export type SseEvent = { readonly event: string; readonly data: string; readonly id: string | undefined };

/** No event of the gateway is near it: who sends more is not the gateway. */
const MAX_BUFFERED_CHARS = 4 * 1024 * 1024;

/**
 * Reads server-sent events (WHATWG HTML, 9.2.6), whose lines the gateway ends with LF alone, from text in pieces as they
 * come. Comments and `retry` are left out; a block that never ends is thrown away, so that nothing grows without bound.
 */
export function createSseParser(): (text: string) => SseEvent[] {
  let buffer = '';
  return (text) => {
    const blocks = (buffer + text).split('\n\n');
    buffer = blocks.pop() ?? '';
    if (buffer.length > MAX_BUFFERED_CHARS) buffer = '';
    return blocks.flatMap((block) => parseBlock(block) ?? []);
  };
}

function parseBlock(block: string): SseEvent | undefined {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
  }
  return data.length === 0 && id === undefined ? undefined : { event, data: data.join('\n'), id };
}
