/** The last report of each device, by a clock that is never set: time in which nothing ran does not count. */
export type Contacts = {
  readonly note: (deviceId: string) => void;
  /** ms since the last report, or since the device was first asked for */
  readonly silenceOf: (deviceId: string) => number;
  /** Forgets devices that were removed. */
  readonly keepOnly: (isRegistered: (deviceId: string) => boolean) => void;
};

export function createContacts(monotonic: () => number): Contacts {
  const contacts = new Map<string, number>();
  return {
    note: (deviceId) => contacts.set(deviceId, monotonic()),
    silenceOf(deviceId) {
      const at = contacts.get(deviceId);
      if (at === undefined) contacts.set(deviceId, monotonic());
      return at === undefined ? 0 : monotonic() - at;
    },
    keepOnly(isRegistered) {
      for (const deviceId of contacts.keys()) if (!isRegistered(deviceId)) contacts.delete(deviceId);
    },
  };
}
