import { failure, success } from '../../errors.js';
import {
  createRequester,
  type Dialogue,
  type ProvisioningFailure,
  type Step,
  type ProvisioningDriverOptions,
} from '../provision.js';
import { readHello, type Hello } from './hello.js';
import { createWptFramer, encodeLine, hex, type WptLine } from './line.js';

/** ms: behind a radio a tracker lets up to 2 s go by before it says hello */
const HELLO_TIMEOUT_MS = 3_000;
/** So a silent tracker costs 12 s: one that is not welcome says hello every 10 s by itself, asked or not. */
const HELLO_ATTEMPTS = 4;
/** ms: a line takes 0.3 s at 9,600 baud, the rest is for flash and radio; a silent tracker costs three times as much */
const RESPONSE_TIMEOUT_MS = 2_000;
const RESPONSE_ATTEMPTS = 3;

/** What came of a command; `reason` is the tracker's own word for its no. */
export type WptReply =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string> }
  | (ProvisioningFailure & { readonly reason?: string });

type HelloWait = Generator<Step, Hello | undefined, undefined>;

/** What is said to a tracker, and what it said last of itself. */
export type WptCommands = {
  /** Asks who is there; what was staged before is forgotten by it. */
  readonly requestHello: (baudRate?: number) => Dialogue<Hello>;
  readonly send: (type: string, ...fields: readonly string[]) => Generator<Step, WptReply, undefined>;
  /** of the last hello; another one: what is staged was forgotten, as it is when the link starts anew */
  readonly nonce: () => string;
  /** Waits until it says hello with another nonce. */
  readonly awaitRestart: (previousNonce: string, options: Pick<Step, 'baudRate' | 'timeoutMs'>) => HelloWait;
};

export function createWptCommands({ nonce }: Pick<ProvisioningDriverOptions, 'nonce'>): WptCommands {
  const framer = createWptFramer();
  let lastHello: Hello | undefined;
  let count = 0;

  // A hello may come at any time, and tells which nonce holds from then on.
  const request = createRequester<WptLine>({
    push(chunk) {
      const framed = framer.push(chunk);
      for (const one of framed) lastHello = (one.kind === 'frame' ? readHello(one.frame) : undefined) ?? lastHello;
      return framed;
    },
  });

  return {
    *requestHello(baudRate) {
      const helloRequest = { send: encodeLine('IDN'), timeoutMs: HELLO_TIMEOUT_MS, maxAttempts: HELLO_ATTEMPTS };
      const speed = baudRate === undefined ? {} : { baudRate };
      const hello = yield* request({ ...helloRequest, ...speed, readResponse: readHello });
      if (hello !== undefined) return success(hello);
      return failure(
        'no_answer',
        'nothing says hello (HEL) when asked to (IDN): is the tracker on, is it at this port, and does the port have its speed?',
      );
    },

    *send(type, ...fields) {
      const commandId = `${hex(nonce >>> 0, 8)}-${(count += 1)}`;
      const values = new Map<string, string>();

      function readResponse(line: WptLine): WptReply | undefined {
        const [ref, ...rest] = line.fields;
        // Whoever does not know commands says so of their type.
        if (line.type === 'ERR' && (ref === commandId || ref === type)) return refused(rest[0], rest[1]);
        if (ref !== commandId) return undefined;
        if (line.type === 'VAL') values.set(rest[0] ?? '', rest[1] ?? '');
        return line.type === 'RES' ? readResult(rest) : undefined;
      }

      function readResult([verdict, code, detail]: readonly string[]): WptReply | undefined {
        if (verdict === 'ERR') return refused(code, detail);
        if (verdict !== 'OK')
          return failure('garbled', `${subject} was answered by RES ${verdict}; OK or ERR was expected`);
        // How many values there were: one that was lost on the way is asked for again.
        return type === 'GET' && Number(code) > values.size ? undefined : { ok: true, values };
      }

      const subject = `the command ${[type, ...fields.slice(0, 1)].join(' ')}`;
      const refused = (reason = '', detail = ''): WptReply => ({
        ...failure('refused', `the tracker refuses ${subject}: ${`${reason} ${detail}`.trim() || 'it says no reason'}`),
        reason,
      });
      const frameRequest = {
        send: encodeLine(type, commandId, ...fields),
        timeoutMs: RESPONSE_TIMEOUT_MS,
        maxAttempts: RESPONSE_ATTEMPTS,
        readResponse,
      };
      const noResponse = `the tracker does not answer ${subject}: a RES was expected; is it still on, and the cable sound?`;
      return (yield* request(frameRequest)) ?? failure('no_answer', noResponse);
    },

    nonce: () => lastHello?.nonce ?? '',

    *awaitRestart(previousNonce, options) {
      const newHello = (): Hello | undefined => (lastHello?.nonce === previousNonce ? undefined : lastHello);
      return newHello() ?? (yield* request({ ...options, expectsRestart: true, readResponse: newHello }));
    },
  };
}
