import type { DeviceView } from '../../schema/devices/device.js';
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
  const text = searchText(tracked);
  return foldedWords.every((word) => text.includes(word));
}

/** Kept, because each key of a search looks at every device. */
const texts = new WeakMap<DeviceView, string>();

function searchText({ id, device }: DeviceState): string {
  if (device === undefined) return foldAccents(id);
  const known = texts.get(device);
  if (known !== undefined) return known;
  const { name, description, tags, source, min } = device;
  const text = foldAccents(
    [id, name, description, min, source?.port, source?.protocol, ...Object.values(tags)].join(' '),
  );
  texts.set(device, text);
  return text;
}

const foldAccents = (text: string): string =>
  (isAscii(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();

const isAscii = (text: string): boolean => !/[^ -~\n]/.test(text);
