/** A block of server-sent events. `data` is empty if only the event id changed. */
export type SseEvent = { readonly event: string; readonly data: string; readonly id: string | undefined };

/** Far above any event of the gateway; a longer one does not come from the gateway. */
const MAX_BUFFERED_CHARS = 4 * 1024 * 1024;

/**
 * Parses server-sent events (WHATWG HTML, 9.2.6) from chunks of text; the gateway ends lines with LF.
 * Comments and `retry` are ignored; a block without an end is dropped, so memory is bounded.
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
