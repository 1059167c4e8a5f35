import { freshnessOf, type Freshness } from './freshness.js';
import type { DeviceState } from './device-state.js';

export type SearchTerms = { readonly words: string; readonly freshness: Freshness | 'any' };

/** Whether every word occurs in the name, notes or port of the device, ignoring case and accents. */
export function matchesSearch(tracked: DeviceState, { words, freshness }: SearchTerms, now: number): boolean {
  if (freshness !== 'any' && freshnessOf(tracked, now) !== freshness) return false;
  const foldedWords = foldAccents(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (foldedWords.length === 0) return true;
  const { id, device } = tracked;
  const { name = '', description = '', tags = {}, source = null, min = '' } = device ?? {};
  const text = foldAccents(
    [id, name, description, min, source?.port, source?.protocol, ...Object.values(tags)].join(' '),
  );
  return foldedWords.every((word) => text.includes(word));
}

const foldAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
