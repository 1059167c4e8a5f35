import { createLatest } from '../latest.js';
import type { Packet } from './packet.js';

const withinMs = 600_000;
const most = 4_096;

/** Knows packets that were just heard: every neighbour repeats them. `receivedAt`: ms since 1970. */
export function createRepeats(): (packet: Packet, receivedAt: number) => boolean {
  const heard = createLatest<number>(most);
  return ({ from, id }, receivedAt) => {
    if (id === 0) return false;
    const key = `${from} ${id}`;
    const before = heard.get(key);
    if (before !== undefined && Math.abs(receivedAt - before) < withinMs) return true;
    heard.set(key, receivedAt);
    return false;
  };
}
