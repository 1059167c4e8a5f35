/** The reports of each device since the start, by a clock that is never set: time in which nothing ran does not count. */
export type Contacts = {
  readonly note: (deviceId: string) => void;
  /** ms since the last report, or since the device was first asked for; and how much of that is usual */
  readonly silenceOf: (deviceId: string) => { readonly silence: number; readonly usualSilence: number };
  /** Forgets devices that were removed. */
  readonly keepOnly: (isRegistered: (deviceId: string) => boolean) => void;
};

type Contact = { at: number; readonly intervals: number[] };

const MINUTE_MS = 60_000;
/** Intervals that are remembered, and those that have to be known before they count. */
const MAX_INTERVALS = 8;
const MIN_INTERVALS = 3;
const USUAL_INTERVALS = 3;
const MIN_SILENCE_MS = 10 * MINUTE_MS;
/** While the interval of a device is not known. */
const UNKNOWN_SILENCE_MS = 60 * MINUTE_MS;

export function createContacts(monotonic: () => number): Contacts {
  const contacts = new Map<string, Contact>();

  function contactOf(deviceId: string): Contact {
    let contact = contacts.get(deviceId);
    if (contact === undefined) contacts.set(deviceId, (contact = { at: monotonic(), intervals: [] }));
    return contact;
  }

  return {
    note(deviceId) {
      const contact = contactOf(deviceId);
      const now = monotonic();
      // Records that arrive together are one report.
      if (now - contact.at >= 1_000) {
        contact.intervals.push(now - contact.at);
        if (contact.intervals.length > MAX_INTERVALS) contact.intervals.shift();
      }
      contact.at = now;
    },
    silenceOf(deviceId) {
      const { at, intervals } = contactOf(deviceId);
      const longest = USUAL_INTERVALS * Math.max(0, ...intervals);
      const usual = intervals.length < MIN_INTERVALS ? UNKNOWN_SILENCE_MS : Math.max(MIN_SILENCE_MS, longest);
      return { silence: monotonic() - at, usualSilence: usual };
    },
    keepOnly(isRegistered) {
      for (const deviceId of contacts.keys()) if (!isRegistered(deviceId)) contacts.delete(deviceId);
    },
  };
}
