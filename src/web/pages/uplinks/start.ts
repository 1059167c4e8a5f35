import type { UplinkView } from '../../../schema/uplinks/uplink.js';
import type { UplinkStart } from '../../../schema/uplinks/uplink-input.js';

export const START_CHOICES = ['cursor', 'now', 'start', 'number'] as const;
export type StartChoice = (typeof START_CHOICES)[number];

/** Where an uplink continues, as chosen in a form; `entry`: the typed number. */
export type StartDraft = { readonly from: StartChoice; readonly entry: string };

/** The same for the API; without a number, 0 is before the first entry. */
export const startOf = ({ from, entry }: StartDraft): UplinkStart => (from === 'number' ? Number(entry) : from);

/** What a person has to decide before the uplink goes on, by the command that its reason names; undefined: nothing. */
export function decisionOf({ reason }: Pick<UplinkView, 'reason'>): 'start' | 'generation' | undefined {
  if (reason === null) return undefined;
  if (reason.includes('--new-generation')) return 'generation';
  return reason.includes('--from ') ? 'start' : undefined;
}
