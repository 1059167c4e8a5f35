import { createAsking, type Step } from '../provision.js';
import { createReportFramer } from './framer.js';
import { readReport, type Report } from './report.js';

/** What is wrong is not answered at all: as long as a tracker that is busy with its network may take. */
const answerMs = 5_000;
const serials = 0x1_0000;

export type Order<T extends object> = {
  readonly word: string;
  readonly password: string;
  readonly parameters: readonly string[];
  /** how often it is sent, twice when left out */
  readonly tries?: number;
  /** only from this tracker, else from any */
  readonly from?: string | undefined;
  /** what it is to say beside its acknowledgement; undefined: that is something else */
  readonly answer: (report: Report) => T | undefined;
};

/** What came of an order. `obeyed`: it was acknowledged. `told`: and said what was asked. */
export type Outcome<T extends object> = { readonly obeyed: boolean; readonly told: T | undefined };

export type Orders = {
  readonly give: <T extends object>(order: Order<T>) => Generator<Step, Outcome<T>, undefined>;
  /** Waits for a report, of whatever it may be. */
  readonly listen: (withinMs: number) => Generator<Step, void, undefined>;
  /** the last one that came */
  readonly heard: () => Report | undefined;
};

/** The same number as it was sent with; some write it in small letters. Models put their own fields before it. */
const isFor = ({ head, message, fields }: Report, word: string, serial: string): boolean =>
  head === 'ACK' && message === word && fields.at(-1)?.toUpperCase() === serial;

/** Commands, one at a time: `AT+GT…=password,parameters,serial number$`. The number, from `first` on, pairs the acknowledgement. */
export function createOrders(first: number): Orders {
  const ask = createAsking(createReportFramer());
  let next = first % serials;
  let heard: Report | undefined;

  function read(text: string): Report | undefined {
    const report = readReport(text);
    heard = report ?? heard;
    return report;
  }

  return {
    heard: () => heard,
    *listen(withinMs) {
      yield* ask({ withinMs, answer: (text) => (read(text) === undefined ? undefined : true) });
    },
    *give<T extends object>({ word, password, parameters, tries = 2, from, answer }: Order<T>) {
      const serial = next.toString(16).toUpperCase().padStart(4, '0');
      next = (next + 1) % serials;
      /** who acknowledged it */
      const by = new Set<string>();
      /** The last one of each: what comes first may be the answer to a question that was given up. */
      const told = new Map<string, T>();
      yield* ask({
        send: `AT+GT${word}=${[password, ...parameters, serial].join()}$`,
        withinMs: answerMs,
        tries,
        answer(text) {
          const report = read(text);
          if (report === undefined) return undefined;
          const { deviceId } = report;
          if (from !== undefined && deviceId !== from) return undefined;
          if (isFor(report, word, serial)) by.add(deviceId);
          const what = answer(report);
          if (what !== undefined) told.set(deviceId, what);
          return (by.has(deviceId) && told.has(deviceId)) || undefined;
        },
      });
      const [one] = by;
      return { obeyed: one !== undefined, told: told.get(one ?? '') };
    },
  };
}
