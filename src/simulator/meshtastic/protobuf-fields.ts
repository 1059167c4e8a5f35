/** One field of a protocol buffers message. `raw`: its bytes, with the field number. */
export type MeshField = { readonly field: number; readonly value: number | Uint8Array; readonly raw: Uint8Array };

/** The fields of a message; undefined if the bytes are not a valid message. */
export function meshFields(bytes: Uint8Array): readonly MeshField[] | undefined {
  const view = Buffer.from(bytes);
  const fields: MeshField[] = [];
  let at = 0;

  function varint(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = view.readUInt8(at);
      at += 1;
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
    }
  }

  function valueOf(kind: number): number | Uint8Array | undefined {
    if (kind === 0) return varint();
    const length = kind === 2 ? varint() : 4;
    if ((kind !== 2 && kind !== 5) || at + length > view.length) return undefined;
    at += length;
    return kind === 5 ? view.readUInt32LE(at - length) : view.subarray(at - length, at);
  }

  try {
    while (at < view.length) {
      const start = at;
      const tag = varint();
      const value = valueOf(tag % 8);
      if (value === undefined) return undefined;
      fields.push({ field: Math.floor(tag / 8), value, raw: view.subarray(start, at) });
    }
  } catch {
    // A number is incomplete.
    return undefined;
  }
  return fields;
}

const EMPTY = new Uint8Array();

export const numberIn = (fields: readonly MeshField[], fieldNumber: number): number =>
  Number(fields.find(({ field, value }) => field === fieldNumber && typeof value === 'number')?.value ?? 0);

export function bytesIn(fields: readonly MeshField[], fieldNumber: number): Uint8Array {
  const value = fields.find(({ field }) => field === fieldNumber)?.value;
  return value instanceof Uint8Array ? value : EMPTY;
}

/** The fields of an embedded message; an invalid message has none. */
export const fieldsIn = (fields: readonly MeshField[], fieldNumber: number): readonly MeshField[] =>
  meshFields(bytesIn(fields, fieldNumber)) ?? [];
