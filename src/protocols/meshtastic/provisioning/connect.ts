import { failure, success } from '../../../errors.js';
import type { Dialogue } from '../../provision.js';
import { RESPONSE_TIMEOUT_MS, type SerialApi } from './serial-api.js';
import type { FromRadio } from '../from-radio.js';
import { encodeWantConfig, CONFIG_ONLY_NONCE } from '../to-radio.js';

/** The node on the cable: its number, the version of its firmware, and the number of what it is made of. */
export type ConnectedNode = { readonly num: number; readonly firmware: string; readonly hardware: number };

/** ms: it begins to tell at once, but for one that has to wake up. */
const START_TIMEOUT_MS = 3_000;
/** When somebody else asks too, they are told all in our place; and of what is told, something may be lost. */
const MAX_ATTEMPTS = 3;

const noNode = failure(
  'no_answer',
  `no Meshtastic node tells what it knows, asked ${MAX_ATTEMPTS} times within ${START_TIMEOUT_MS / 1000} s each: see that it is on, ` +
    'that its cable is one for data and its serial console switched on, and that no app holds it, by Bluetooth either',
);
const incompleteAnswer = failure(
  'garbled',
  `a node is there, but does not tell all of its number, its firmware and the end, asked ${MAX_ATTEMPTS} times: see that ` +
    'nobody else asks it all the time, and that its firmware is not too old to tell',
);

/**
 * Has the node tell what it knows, without which it answers nothing. It is first asked for the configuration alone: who
 * is there is asked again and again, and all nodes of a mesh need not be told each time. Then, with a number that is
 * nobody else's, for all. `restarts`: it may not be there yet.
 */
export function* connect({ request, nextId }: SerialApi, expectsRestart?: true): Dialogue<ConnectedNode> {
  const nonces = new Set<number>();
  const received: Partial<ConnectedNode> = {};
  let isThere = false;

  function onFrame(frame: FromRadio): void {
    if (frame.kind === 'me') Object.assign(received, { num: frame.num });
    if (frame.kind === 'metadata') Object.assign(received, { firmware: frame.firmware, hardware: frame.hardware });
  }

  while (nonces.size < MAX_ATTEMPTS) {
    const nonce = nonces.size === 0 ? CONFIG_ONLY_NONCE : nextId();
    nonces.add(nonce);
    const nodeInfo = yield* request({
      send: encodeWantConfig(nonce),
      timeoutMs: START_TIMEOUT_MS,
      ...(expectsRestart && { expectsRestart }),
      readResponse(frame) {
        onFrame(frame);
        return frame.kind === 'me' ? frame : undefined;
      },
    });
    if (nodeInfo === undefined) continue;
    isThere = true;
    const completedNonce = yield* request({
      timeoutMs: RESPONSE_TIMEOUT_MS,
      ...(expectsRestart && { expectsRestart }),
      readResponse(frame) {
        onFrame(frame);
        return frame.kind === 'complete' ? frame.nonce : undefined;
      },
    });
    const { num, firmware, hardware = 0 } = received;
    if (completedNonce === undefined || !nonces.has(completedNonce) || num === undefined || firmware === undefined)
      continue;
    return success({ num, firmware, hardware });
  }
  return isThere ? incompleteAnswer : noNode;
}
