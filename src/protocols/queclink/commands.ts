import { createRequester, type Step } from '../provision.js';
import { createReportFramer } from './framer.js';
import { readReport, type QueclinkReport } from './report.js';

/** A tracker busy with its network may take this long. A wrong command gets no reply at all. */
const RESPONSE_TIMEOUT_MS = 5_000;
const SERIAL_COUNT = 0x1_0000;

type Command<T extends object> = {
  readonly name: string;
  readonly password: string;
  readonly parameters: readonly string[];
  /** how often it is sent, twice when left out */
  readonly maxAttempts?: number;
  /** accept replies from this tracker only; left out: from any */
  readonly from?: string | undefined;
  /** reads the response that follows the acknowledgement; undefined: another report */
  readonly readResponse: (report: QueclinkReport) => T | undefined;
};

type CommandResult<T extends object> = { readonly acknowledged: boolean; readonly response: T | undefined };

export type CommandChannel = {
  readonly send: <T extends object>(command: Command<T>) => Generator<Step, CommandResult<T>, undefined>;
  /** Waits for any report. */
  readonly listen: (timeoutMs: number) => Generator<Step, void, undefined>;
  readonly lastReport: () => QueclinkReport | undefined;
};

/** The serial number is the last field, on some trackers in lower case; models put extra fields before it. */
const acknowledges = ({ head, message, fields }: QueclinkReport, name: string, serial: string): boolean =>
  head === 'ACK' && message === name && fields.at(-1)?.toUpperCase() === serial;

/** Sends `AT+GT…=password,parameters,serial number$`, one at a time; the serial number, from `first` on, pairs the acknowledgement. */
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
      const acknowledgedBy = new Set<string>();
      /** the last response per tracker: an earlier one may belong to an abandoned command */
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
      const [deviceId] = acknowledgedBy;
      return { acknowledged: deviceId !== undefined, response: responses.get(deviceId ?? '') };
    },
  };
}
