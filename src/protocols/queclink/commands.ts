import { createRequester, type Step } from '../provision.js';
import { createReportFramer } from './framer.js';
import { readReport, type QueclinkReport } from './report.js';

/** What is wrong is not answered at all: as long as a tracker that is busy with its network may take. */
const RESPONSE_TIMEOUT_MS = 5_000;
const SERIAL_COUNT = 0x1_0000;

export type Command<T extends object> = {
  readonly name: string;
  readonly password: string;
  readonly parameters: readonly string[];
  /** how often it is sent, twice when left out */
  readonly maxAttempts?: number;
  /** only from this tracker, else from any */
  readonly from?: string | undefined;
  /** what it is to say beside its acknowledgement; undefined: that is something else */
  readonly readResponse: (report: QueclinkReport) => T | undefined;
};

/** What came of an order. `obeyed`: it was acknowledged. `told`: and said what was asked. */
export type CommandResult<T extends object> = { readonly acknowledged: boolean; readonly response: T | undefined };

export type CommandChannel = {
  readonly send: <T extends object>(command: Command<T>) => Generator<Step, CommandResult<T>, undefined>;
  /** Waits for a report, of whatever it may be. */
  readonly listen: (timeoutMs: number) => Generator<Step, void, undefined>;
  /** the last one that came */
  readonly lastReport: () => QueclinkReport | undefined;
};

/** The same number as it was sent with; some write it in small letters. Models put their own fields before it. */
const acknowledges = ({ head, message, fields }: QueclinkReport, name: string, serial: string): boolean =>
  head === 'ACK' && message === name && fields.at(-1)?.toUpperCase() === serial;

/** Commands, one at a time: `AT+GT…=password,parameters,serial number$`. The number, from `first` on, pairs the acknowledgement. */
export function createCommandChannel(first: number): CommandChannel {
  const request = createRequester(createReportFramer());
  let next = first % SERIAL_COUNT;
  let lastReport: QueclinkReport | undefined;

  function read(text: string): QueclinkReport | undefined {
    const report = readReport(text);
    lastReport = report ?? lastReport;
    return report;
  }

  return {
    lastReport: () => lastReport,
    *listen(timeoutMs) {
      yield* request({ timeoutMs, readResponse: (text) => (read(text) === undefined ? undefined : true) });
    },
    *send<T extends object>({ name, password, parameters, maxAttempts = 2, from, readResponse }: Command<T>) {
      const serial = next.toString(16).toUpperCase().padStart(4, '0');
      next = (next + 1) % SERIAL_COUNT;
      /** who acknowledged it */
      const acknowledgedBy = new Set<string>();
      /** The last one of each: what comes first may be the answer to a question that was given up. */
      const responses = new Map<string, T>();
      yield* request({
        send: `AT+GT${name}=${[password, ...parameters, serial].join()}$`,
        timeoutMs: RESPONSE_TIMEOUT_MS,
        maxAttempts,
        readResponse(text) {
          const report = read(text);
          if (report === undefined) return undefined;
          const { deviceId } = report;
          if (from !== undefined && deviceId !== from) return undefined;
          if (acknowledges(report, name, serial)) acknowledgedBy.add(deviceId);
          const response = readResponse(report);
          if (response !== undefined) responses.set(deviceId, response);
          return (acknowledgedBy.has(deviceId) && responses.has(deviceId)) || undefined;
        },
      });
      const [one] = acknowledgedBy;
      return { acknowledged: one !== undefined, response: responses.get(one ?? '') };
    },
  };
}
