/** Reads the fields of a line in order. */
export type FieldReader = {
  readonly text: (name: string) => string;
  /** undefined if the field is empty or invalid; an invalid field rejects the record */
  readonly number: (name: string, min: number, max: number) => number | undefined;
  /** the same for a less important field; if invalid, it is only listed in `unreadable` */
  readonly optionalNumber: (name: string, min: number, max: number) => number | undefined;
  readonly rest: () => readonly string[];
  readonly unreadable: () => readonly string[];
  /** marks the record as unusable */
  readonly reject: (reason: string) => void;
  /** the first reason given to `reject`; undefined if the record is usable */
  readonly rejection: () => string | undefined;
};

export function createFieldReader(fields: readonly string[]): FieldReader {
  let at = 0;
  const unreadable: string[] = [];
  let rejection: string | undefined;

  const text = (): string => fields[at++] ?? '';
  const reject = (reason: string): void => {
    rejection ??= reason;
  };

  return {
    text,
    number(name, min, max) {
      const value = parseNumber(text(), min, max);
      if (!Number.isNaN(value)) return value;
      reject(`invalid ${name}`);
      return undefined;
    },
    optionalNumber(name, min, max) {
      const value = parseNumber(text(), min, max);
      if (!Number.isNaN(value)) return value;
      unreadable.push(name);
      return undefined;
    },
    rest: () => fields.slice(at),
    unreadable: () => unreadable,
    reject,
    rejection: () => rejection,
  };
}

export const isDecimal = (text: string): boolean => /^-?\d{1,15}(\.\d{1,15})?$/.test(text);

/** NaN if the text is not a number in the range; undefined if it is empty. */
function parseNumber(text: string, min: number, max: number): number | undefined {
  if (text === '') return undefined;
  const value = isDecimal(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : NaN;
}

const EPOCH = /^[0-9A-F]{8}$/;
const MAX_SEQ = 0xffff_ffff;

/** Undefined if the text is not an epoch. */
export const parseEpoch = (text: string | undefined): string | undefined =>
  text !== undefined && EPOCH.test(text) ? text : undefined;

/** A sequence number from 1; undefined if the text is not one. */
export function parseSeq(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  const seq = Number(text);
  return seq >= 1 && seq <= MAX_SEQ ? seq : undefined;
}
