import { freshnessOf, type Freshness } from './freshness.js';
import type { Tracked } from './tracked.js';

export type Wanted = { readonly words: string; readonly freshness: Freshness | 'any' };

/** Whether every word is somewhere in what the device is called, noted with or heard on; in any case and accents. */
export function fits(tracked: Tracked, { words, freshness }: Wanted, now: number): boolean {
  if (freshness !== 'any' && freshnessOf(tracked, now) !== freshness) return false;
  const wanted = folded(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return true;
  const { id, device } = tracked;
  const { name = '', description = '', tags = {}, source = null, min = '' } = device ?? {};
  const text = folded([id, name, description, min, source?.port, source?.protocol, ...Object.values(tags)].join(' '));
  return wanted.every((word) => text.includes(word));
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
