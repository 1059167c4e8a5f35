import { success } from '../../../src/errors.js';
import { createCounters, NULL_CONTEXT, type TrackerMessage } from '../../../src/protocols/protocol.js';
import type { Dialogue, ProvisioningResult, ProvisioningDriver } from '../../../src/protocols/provision.js';
import type { Outbound } from '../../../src/protocols/outbound.js';
import { wpt } from '../../../src/protocols/wpt/index.js';
import { createWptFramer, encodeLine } from '../../../src/protocols/wpt/line.js';
import { provision } from '../../../src/protocols/wpt/provision.js';
import { framesOf } from './framing.js';

const nonce = 0xc0ffee;
export const openTalk = (key?: string): ProvisioningDriver =>
  provision.open({ secrets: key === undefined ? {} : { key }, nonce });

/** Runs the dialogue while the gateway's protocol session keeps receiving from `tracker` and replying. */
export function* welcomed<T>(dialogue: Dialogue<T>, tracker: { onData: (bytes: Uint8Array) => void }): Dialogue<T> {
  const session = wpt.open(createCounters(), { ...NULL_CONTEXT, gatewayId: 'gw-01' });
  const stored = (message: TrackerMessage): number => (message.type === 'records' ? (message.sequence?.seq ?? 0) : 0);
  for (let next = dialogue.next(); ; next = dialogue.next()) {
    if (next.done === true) return next.value;
    const step = next.value;
    yield {
      ...step,
      onData(chunk) {
        for (const message of session.push(chunk, 0)) {
          const receipt = success({ accepted: 1, duplicates: 0, stored: stored(message) });
          tracker.onData(Buffer.from(session.reply(message, receipt) ?? ''));
        }
        return step.onData(chunk);
      },
    };
  }
}

/** Only while the line carries anything. */
export function* carried<T>(dialogue: Dialogue<T>, isCarried: (send?: Outbound) => boolean): Dialogue<T> {
  for (let next = dialogue.next(); ; next = dialogue.next()) {
    if (next.done === true) return next.value;
    const { send, onData, ...step } = next.value;
    const own = send !== undefined && isCarried(send) ? { send } : {};
    yield { ...step, ...own, onData: (chunk) => isCarried() && onData(chunk) };
  }
}

type Fields = readonly (string | number)[];

/** Takes the steps of a dialogue; what is sent is answered by lines of these fields, at once and in one chunk. */
export function answered<T>(dialogue: Dialogue<T>, answer: (type: string, c: string, ...fields: string[]) => Fields[]) {
  let waited = 0;
  const sent: string[] = [];
  for (;;) {
    const next = dialogue.next();
    if (next.done === true) return { result: next.value satisfies ProvisioningResult<T>, waited, sent };
    const { send, timeoutMs, onData } = next.value;
    const text = Buffer.from(send ?? '').toString('latin1');
    if (send !== undefined) sent.push(text);
    const lines = framesOf(createWptFramer().push(Buffer.from(text)));
    const answers = lines.flatMap(({ type, fields: [c = '', ...fields] }) => answer(type, c, ...fields));
    const chunk = answers.map(([type = '', ...fields]) => encodeLine(String(type), ...fields)).join('');
    if (!onData(Buffer.from(chunk))) waited += timeoutMs;
  }
}
