/** Reads the fields of a line, in their order. */
export type FieldReader = {
  readonly text: (name: string) => string;
  /** undefined when the field is empty, or wrong: then the record is at fault */
  readonly number: (name: string, min: number, max: number) => number | undefined;
  /** the same for a field that says little: wrong, it is left out and named by `unread` */
  readonly optionalNumber: (name: string, min: number, max: number) => number | undefined;
  readonly rest: () => readonly string[];
  readonly unreadable: () => readonly string[];
  /** the record can not be used */
  readonly reject: (reason: string) => void;
  /** why it can not, the first reason; undefined when it can */
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
      reject(`field ${name} is wrong`);
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

/** NaN when it is no number in the range, undefined when it is empty. */
function parseNumber(text: string, min: number, max: number): number | undefined {
  if (text === '') return undefined;
  const value = isDecimal(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : NaN;
}

const EPOCH = /^[0-9A-F]{8}$/;
const MAX_SEQ = 0xffff_ffff;

/** The epoch of a record; undefined when the text is none. */
export const parseEpoch = (text: string | undefined): string | undefined =>
  text !== undefined && EPOCH.test(text) ? text : undefined;

/** A sequence number, from 1; undefined when the text is none. */
export function parseSeq(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  const seq = Number(text);
  return seq >= 1 && seq <= MAX_SEQ ? seq : undefined;
}
