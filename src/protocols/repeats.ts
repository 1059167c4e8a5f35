import { createLatest } from './latest.js';

/** Was a packet with this key heard before, within `withinMs`? `receivedAt`: ms since 1970. Some `most` are remembered. */
export function createRepeats({ withinMs, most }: { readonly withinMs: number; readonly most: number }) {
  const heard = createLatest<number>(most);
  return (key: string, receivedAt: number): boolean => {
    const before = heard.get(key);
    if (before !== undefined && Math.abs(receivedAt - before) < withinMs) return true;
    heard.set(key, receivedAt);
    return false;
  };
}
