import { success } from '../../errors.js';
import {
  createRequester,
  type Dialogue,
  type ProvisioningFailure,
  type Step,
  type ProvisioningDriverOptions,
} from '../provision.js';
import { readHello, type Hello } from './hello.js';
import { createWptFramer, encodeLine, hex, type WptLine } from './line.js';
import { wptSetupErrors } from './messages.js';

/** Trackers behind a radio wait up to 2 s before they send HEL. */
const HELLO_TIMEOUT_MS = 3_000;
/** 12 s in total: a tracker without WEL sends HEL every 10 s by itself. */
const HELLO_ATTEMPTS = 4;
/** A line takes 0.3 s at 9,600 baud, the rest is for flash and radio. */
const RESPONSE_TIMEOUT_MS = 2_000;
const RESPONSE_ATTEMPTS = 3;

/** The result of a command; `reason` is the error code that the tracker sent. */
export type WptReply =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string> }
  | (ProvisioningFailure & { readonly reason?: string });

type HelloWait = Generator<Step, Hello | undefined, undefined>;

/** Sends commands to one tracker and keeps its last HEL. */
export type WptCommands = {
  /** IDN: asks for HEL; the tracker deletes staged values. */
  readonly requestHello: (baudRate?: number) => Dialogue<Hello>;
  readonly send: (type: string, ...fields: readonly string[]) => Generator<Step, WptReply, undefined>;
  /** of the last HEL; a new nonce means that staged values were deleted, as on every restart of the connection */
  readonly nonce: () => string;
  /** Waits for a HEL with another nonce. */
  readonly awaitRestart: (previousNonce: string, options: Pick<Step, 'baudRate' | 'timeoutMs'>) => HelloWait;
};

export function createWptCommands({ nonce }: Pick<ProvisioningDriverOptions, 'nonce'>): WptCommands {
  const framer = createWptFramer();
  let lastHello: Hello | undefined;
  let count = 0;

  // A HEL may arrive at any time, and its nonce is valid from then on.
  const request = createRequester<WptLine>({
    push(chunk) {
      const framed = framer.push(chunk);
      for (const item of framed) lastHello = (item.kind === 'frame' ? readHello(item.frame) : undefined) ?? lastHello;
      return framed;
    },
    heldBytes: framer.heldBytes,
  });

  return {
    *requestHello(baudRate) {
      const helloRequest = { send: encodeLine('IDN'), timeoutMs: HELLO_TIMEOUT_MS, maxAttempts: HELLO_ATTEMPTS };
      const speed = baudRate === undefined ? {} : { baudRate };
      const hello = yield* request({ ...helloRequest, ...speed, readResponse: readHello });
      if (hello !== undefined) return success(hello);
      return wptSetupErrors.noHelloReply();
    },

    *send(type, ...fields) {
      const commandId = `${hex(nonce >>> 0, 8)}-${(count += 1)}`;
      const values = new Map<string, string>();

      function readResponse(line: WptLine): WptReply | undefined {
        const [ref, ...rest] = line.fields;
        // A tracker that does not know the command names its type instead of its id.
        if (line.type === 'ERR' && (ref === commandId || ref === type)) return refused(rest[0], rest[1]);
        if (ref !== commandId) return undefined;
        if (line.type === 'VAL') values.set(rest[0] ?? '', rest[1] ?? '');
        return line.type === 'RES' ? readResult(rest) : undefined;
      }

      function readResult([verdict, code, detail]: readonly string[]): WptReply | undefined {
        if (verdict === 'ERR') return refused(code, detail);
        if (verdict !== 'OK') return wptSetupErrors.badResult({ command: subject, reply: verdict ?? 'undefined' });
        // The RES of GET has the number of VAL lines: if one was lost, the command is repeated.
        return type === 'GET' && Number(code) > values.size ? undefined : { ok: true, values };
      }

      const subject = [type, ...fields.slice(0, 1)].join(' ');
      function refused(reason = '', detail = ''): WptReply {
        const reply = `${reason} ${detail}`.trim();
        const { rejected, rejectedSilently } = wptSetupErrors;
        const failed = reply === '' ? rejectedSilently({ command: subject }) : rejected({ command: subject, reply });
        return { ...failed, reason };
      }
      const frameRequest = {
        send: encodeLine(type, commandId, ...fields),
        timeoutMs: RESPONSE_TIMEOUT_MS,
        maxAttempts: RESPONSE_ATTEMPTS,
        readResponse,
      };
      return (yield* request(frameRequest)) ?? wptSetupErrors.noReply({ command: subject });
    },

    nonce: () => lastHello?.nonce ?? '',

    *awaitRestart(previousNonce, options) {
      const newHello = (): Hello | undefined => (lastHello?.nonce === previousNonce ? undefined : lastHello);
      return newHello() ?? (yield* request({ ...options, expectsRestart: true, readResponse: newHello }));
    },
  };
}
