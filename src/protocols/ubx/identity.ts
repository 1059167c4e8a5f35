/** Receiver and software version, and the number of the chip (u-blox F9 HPG 1.13, Interface description). */
export const monVer = 0x0a04;
export const secUniqid = 0x2703;

const softwareBytes = 30;
const hardwareBytes = 10;
const extensionBytes = 30;
const extensionsAt = softwareBytes + hardwareBytes;
const chipAt = 4;
/** of u-blox 9, and of u-blox 10 */
const chipBytes = [5, 6];

export type Version = {
  readonly model: string;
  readonly firmware: string;
  /** of the protocol, as in 27.12; undefined: so old that it does not say */
  readonly protocol: number | undefined;
};

/** What it is, or nothing when that cannot be read. */
export function versionIn(payload: Buffer): Version | undefined {
  const textAt = (at: number, bytes: number): string =>
    payload
      .toString('latin1', at, at + bytes)
      .replace(/\0.*$/s, '')
      .trim();
  const extensions = new Map<string, string>();
  for (let at = extensionsAt; at < payload.length; at += extensionBytes) {
    // Older firmware has a space in place of the equals sign.
    const [, name, value] = /^([A-Z]+)[= ](.+)$/.exec(textAt(at, extensionBytes)) ?? [];
    if (name !== undefined && value !== undefined) extensions.set(name, value);
  }
  const model = extensions.get('MOD') ?? textAt(softwareBytes, hardwareBytes);
  const firmware = extensions.get('FWVER') ?? textAt(0, softwareBytes);
  if (payload.length < extensionsAt || ![model, firmware].every((text) => /^[ -~]+$/.test(text))) return undefined;
  const protocol = Number.parseFloat(extensions.get('PROTVER') ?? '');
  return { model, firmware, protocol: Number.isNaN(protocol) ? undefined : protocol };
}

/** The number of the chip, upper-case hexadecimal, or nothing when that cannot be read. */
export const chipIn = (payload: Buffer): string | undefined =>
  chipBytes.includes(payload.length - chipAt) ? payload.toString('hex', chipAt).toUpperCase() : undefined;
