/** Reads the fields of a line, in their order. */
export type Fields = {
  readonly text: (name: string) => string;
  /** undefined when the field is empty, or wrong: then the record is at fault */
  readonly number: (name: string, least: number, most: number) => number | undefined;
  /** the same for a field that says little: wrong, it is left out and named by `unread` */
  readonly detail: (name: string, least: number, most: number) => number | undefined;
  readonly rest: () => readonly string[];
  readonly unread: () => readonly string[];
  /** the record can not be used */
  readonly blame: (why: string) => void;
  /** why it can not, the first reason; undefined when it can */
  readonly fault: () => string | undefined;
};

export function createFields(fields: readonly string[]): Fields {
  let at = 0;
  const unread: string[] = [];
  let fault: string | undefined;

  const text = (): string => fields[at++] ?? '';
  const blame = (why: string): void => {
    fault ??= why;
  };

  return {
    text,
    number(name, least, most) {
      const value = valueOf(text(), least, most);
      if (!Number.isNaN(value)) return value;
      blame(`field ${name} is wrong`);
      return undefined;
    },
    detail(name, least, most) {
      const value = valueOf(text(), least, most);
      if (!Number.isNaN(value)) return value;
      unread.push(name);
      return undefined;
    },
    rest: () => fields.slice(at),
    unread: () => unread,
    blame,
    fault: () => fault,
  };
}

export const isDecimal = (text: string): boolean => /^-?\d{1,15}(\.\d{1,15})?$/.test(text);

/** NaN when it is no number in the range, undefined when it is empty. */
function valueOf(text: string, least: number, most: number): number | undefined {
  if (text === '') return undefined;
  const value = isDecimal(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : NaN;
}

const epochForm = /^[0-9A-F]{8}$/;
const lastSeq = 0xffff_ffff;

/** The epoch of a record; undefined when the text is none. */
export const epochOf = (text: string | undefined): string | undefined =>
  text !== undefined && epochForm.test(text) ? text : undefined;

/** A sequence number, from 1; undefined when the text is none. */
export function seqOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  const seq = Number(text);
  return seq >= 1 && seq <= lastSeq ? seq : undefined;
}
