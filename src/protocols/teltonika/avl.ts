/** One record as sent: position, event and IO elements. */
export type AvlRecord = {
  /** ms since 1970 */
  readonly time: number;
  /** 2: panic */
  readonly priority: number;
  /** degrees */
  readonly longitude: number;
  readonly latitude: number;
  /** m */
  readonly altitude: number;
  /** degrees */
  readonly course: number;
  readonly satellites: number;
  /** km/h */
  readonly speed: number;
  /** the IO element that caused the record; 0: none */
  readonly event: number;
  readonly elements: AvlElements;
};

/** The value of each IO element by its id, as sent: 1, 2, 4, 8 or, with a length, any number of bytes. */
export type AvlElements = ReadonlyMap<number, Uint8Array>;

/** How a codec writes IO elements; sizes in bytes. */
type Layout = {
  readonly idBytes: 1 | 2;
  readonly countBytes: 1 | 2;
  /** after the event */
  readonly generationTypeBytes: 0 | 1;
  /** elements of any length follow those of fixed ones */
  readonly hasVariable: boolean;
};

const LAYOUTS: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [0x08, { idBytes: 1, countBytes: 1, generationTypeBytes: 0, hasVariable: false }],
  [0x8e, { idBytes: 2, countBytes: 2, generationTypeBytes: 0, hasVariable: true }],
  [0x10, { idBytes: 2, countBytes: 1, generationTypeBytes: 1, hasVariable: false }],
]);

/** 8, 8 Extended and 16. */
export const isAvlCodec = (codec: number): boolean => LAYOUTS.has(codec);

const VALUE_BYTES = [1, 2, 4, 8] as const;
const DEGREES = 1e7;

type Reader = ReturnType<typeof createReader>;

/** Reads big-endian numbers. Past the end, it returns zeros and is no longer `isWhole`. */
function createReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  let isWhole = true;

  function take(length: number): number {
    isWhole &&= at + length <= bytes.length;
    at += length;
    return isWhole ? at - length : -1;
  }
  const read = (length: number, get: (from: number) => number): number => {
    const from = take(length);
    return from < 0 ? 0 : get(from);
  };

  return {
    isWhole: () => isWhole,
    isAtEnd: () => isWhole && at === bytes.length,
    unsigned: (length: 1 | 2 | 4): number =>
      read(length, (from) =>
        length === 1 ? view.getUint8(from) : length === 2 ? view.getUint16(from) : view.getUint32(from),
      ),
    signed: (length: 2 | 4): number =>
      read(length, (from) => (length === 2 ? view.getInt16(from) : view.getInt32(from))),
    bytes(length: number): Uint8Array {
      const from = take(length);
      return from < 0 ? new Uint8Array() : bytes.subarray(from, from + length);
    },
  };
}

/** The records of a packet from the codec id on; undefined if they do not fill it exactly. */
export function readRecords(data: Uint8Array): readonly AvlRecord[] | undefined {
  const reader = createReader(data);
  const layout = LAYOUTS.get(reader.unsigned(1));
  if (layout === undefined) return undefined;
  const count = reader.unsigned(1);
  const records: AvlRecord[] = [];
  while (records.length < count && reader.isWhole()) records.push(readRecord(reader, layout));
  return reader.unsigned(1) === count && reader.isAtEnd() ? records : undefined;
}

function readRecord(reader: Reader, layout: Layout): AvlRecord {
  const time = reader.unsigned(4) * 2 ** 32 + reader.unsigned(4);
  const priority = reader.unsigned(1);
  const longitude = reader.signed(4) / DEGREES;
  const latitude = reader.signed(4) / DEGREES;
  const altitude = reader.signed(2);
  const course = reader.unsigned(2);
  const satellites = reader.unsigned(1);
  const speed = reader.unsigned(2);
  const event = reader.unsigned(layout.idBytes);
  const elements = readElements(reader, layout);
  return { time, priority, longitude, latitude, altitude, course, satellites, speed, event, elements };
}

/** The total before the elements is not compared: the counts of their sizes and the end of the packet are. */
function readElements(reader: Reader, { idBytes, countBytes, generationTypeBytes, hasVariable }: Layout): AvlElements {
  reader.bytes(generationTypeBytes + countBytes);
  const elements = new Map<number, Uint8Array>();
  for (const length of VALUE_BYTES) {
    for (let left = reader.unsigned(countBytes); left > 0 && reader.isWhole(); left -= 1) {
      elements.set(reader.unsigned(idBytes), reader.bytes(length));
    }
  }
  if (!hasVariable) return elements;
  for (let left = reader.unsigned(countBytes); left > 0 && reader.isWhole(); left -= 1) {
    elements.set(reader.unsigned(idBytes), reader.bytes(reader.unsigned(2)));
  }
  return elements;
}

/** The value of an element of exactly this size; undefined if the record has none. Other models give an id another size. */
export function valueOf(elements: AvlElements, id: number, length: 1 | 2 | 4): number | undefined {
  const bytes = elements.get(id);
  if (bytes?.length !== length) return undefined;
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
