/** The last report of each device, by a clock that is never set: time in which nothing ran does not count. */
export type Contacts = {
  readonly note: (deviceId: string) => void;
  /** ms since the last report */
  readonly silenceOf: (deviceId: string) => number;
  /** Forgets devices that were removed. */
  readonly keepOnly: (isRegistered: (deviceId: string) => boolean) => void;
};

/** `storedSilence`: of a device that has not reported since the start, ms */
export function createContacts(monotonic: () => number, storedSilence: (deviceId: string) => number): Contacts {
  const contacts = new Map<string, number>();
  return {
    note: (deviceId) => contacts.set(deviceId, monotonic()),
    silenceOf(deviceId) {
      const now = monotonic();
      let at = contacts.get(deviceId);
      if (at === undefined) contacts.set(deviceId, (at = now - storedSilence(deviceId)));
      return now - at;
    },
    keepOnly(isRegistered) {
      for (const deviceId of contacts.keys()) if (!isRegistered(deviceId)) contacts.delete(deviceId);
    },
  };
}
