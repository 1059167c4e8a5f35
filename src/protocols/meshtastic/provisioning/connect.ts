import { success } from '../../../errors.js';
import type { Dialogue } from '../../provision.js';
import { RESPONSE_TIMEOUT_MS, type SerialApi } from './serial-api.js';
import { nodeErrors } from '../messages.js';
import type { FromRadio } from '../from-radio.js';
import { encodeWantConfig, CONFIG_ONLY_NONCE } from '../to-radio.js';

/** The node on the port; `hardware`: the number of its hardware model. */
export type ConnectedNode = { readonly num: number; readonly firmware: string; readonly hardware: number };

/** A node starts to reply at once, unless it has to wake up. */
const START_TIMEOUT_MS = 3_000;
/** Another client may get the reply instead, and a part of it may be lost. */
const MAX_ATTEMPTS = 3;

const noNode = nodeErrors.silent({ attempts: MAX_ATTEMPTS, seconds: START_TIMEOUT_MS / 1000 });
const incompleteReply = nodeErrors.incomplete({ attempts: MAX_ATTEMPTS });

/**
 * Requests the configuration, without which a node does not reply to anything. The first request is for the configuration
 * only, because ports are probed repeatedly and the list of all nodes is long; further ones, with a unique number, are for
 * everything. `expectsRestart`: the node may not be back yet.
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
  return isThere ? incompleteReply : noNode;
}
