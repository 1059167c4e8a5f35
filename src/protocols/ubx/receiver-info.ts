/** Receiver and software version, and chip id (u-blox F9 HPG 1.13, Interface description). */
export const MON_VER = 0x0a04;
export const SEC_UNIQID = 0x2703;

const SOFTWARE_BYTES = 30;
const HARDWARE_BYTES = 10;
const EXTENSION_BYTES = 30;
const EXTENSIONS_OFFSET = SOFTWARE_BYTES + HARDWARE_BYTES;
const CHIP_ID_OFFSET = 4;
/** bytes, of u-blox 9 and u-blox 10 */
const CHIP_ID_SIZES = [5, 6];

export type ReceiverVersion = {
  readonly model: string;
  readonly firmware: string;
  /** protocol version, such as 27.12; undefined: too old to report it */
  readonly protocol: number | undefined;
};

/** Undefined if the payload is not readable. */
export function readVersion(payload: Buffer): ReceiverVersion | undefined {
  const textAt = (at: number, bytes: number): string =>
    payload
      .toString('latin1', at, at + bytes)
      .replace(/\0.*$/s, '')
      .trim();
  const extensions = new Map<string, string>();
  for (let at = EXTENSIONS_OFFSET; at < payload.length; at += EXTENSION_BYTES) {
    // Older firmware has a space instead of the equals sign.
    const [, name, value] = /^([A-Z]+)[= ](.+)$/.exec(textAt(at, EXTENSION_BYTES)) ?? [];
    if (name !== undefined && value !== undefined) extensions.set(name, value);
  }
  const model = extensions.get('MOD') ?? textAt(SOFTWARE_BYTES, HARDWARE_BYTES);
  const firmware = extensions.get('FWVER') ?? textAt(0, SOFTWARE_BYTES);
  if (payload.length < EXTENSIONS_OFFSET || ![model, firmware].every((text) => /^[ -~]+$/.test(text))) return undefined;
  const protocol = Number.parseFloat(extensions.get('PROTVER') ?? '');
  return { model, firmware, protocol: Number.isNaN(protocol) ? undefined : protocol };
}

/** The chip id in upper-case hexadecimal; undefined if the payload is not readable. */
export const readChipId = (payload: Buffer): string | undefined =>
  CHIP_ID_SIZES.includes(payload.length - CHIP_ID_OFFSET)
    ? payload.toString('hex', CHIP_ID_OFFSET).toUpperCase()
    : undefined;
