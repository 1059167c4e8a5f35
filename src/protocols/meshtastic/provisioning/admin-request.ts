import { failure, success } from '../../../errors.js';
import type { Dialogue, ProvisioningResult } from '../../provision.js';
import { readErrorReason } from './admin.js';
import { RESPONSE_TIMEOUT_MS, type SerialApi } from './serial-api.js';
import type { PacketData } from '../packet.js';
import { PORTNUMS } from '../portnums.js';
import { encodeAdminPacket } from '../to-radio.js';
import type { ProtobufBytes } from '../protobuf-writer.js';

/** An AdminMessage to the node of this number, and in words what it asks or tells. */
export type AdminRequest = { readonly to: number; readonly message: ProtobufBytes; readonly description: string };

/** The node has taken it, or starts anew. */
export type AdminResult = 'taken' | 'restarted';

const MANAGED_NODE_HINT =
  'a managed node (security.is_managed) takes no settings over its cable, which only its administrator can change';

const garbled = (description: string) =>
  failure(
    'garbled',
    `the node answers ${description} with what can not be read: nothing more was changed, so try again`,
  );

/** One packet, and what is answered to it; `read` is given the data of all answers but errors. */
function* sendAdminMessage<T>(
  { request, nextId }: SerialApi,
  { to, message, description }: AdminRequest,
  read: (data: PacketData) => ProvisioningResult<T> | undefined,
  restarted: ProvisioningResult<T>,
): Dialogue<T> {
  const id = nextId();
  const response = yield* request<ProvisioningResult<T>>({
    send: encodeAdminPacket({ to, id, message }),
    timeoutMs: RESPONSE_TIMEOUT_MS,
    ...(restarted.ok && ({ expectsRestart: true } as const)),
    readResponse(frame) {
      if (frame.kind === 'rebooted') return restarted;
      const data = frame.kind === 'packet' ? frame.packet.data : undefined;
      if (data?.requestId !== id) return undefined;
      const error = data.portnum === PORTNUMS.routing ? readErrorReason(data.payload) : 0;
      if (error === undefined) return garbled(description);
      if (error !== 0)
        return failure('refused', `the node refuses ${description} with routing error ${error}: ${MANAGED_NODE_HINT}`);
      return read(data);
    },
  });
  return (
    response ??
    failure(
      'no_answer',
      `the node does not answer ${description} within ${RESPONSE_TIMEOUT_MS / 1000} s: ${MANAGED_NODE_HINT}`,
    )
  );
}

const restartedFailure = (description: string) =>
  failure(
    'no_answer',
    `the node started anew in place of answering ${description}: what was not committed is gone, so try again`,
  );

/** Asks for what `find` finds in the answer, an AdminMessage, or does not. */
export const requestConfig = <T>(
  api: SerialApi,
  adminRequest: AdminRequest,
  find: (message: Uint8Array) => T | undefined,
): Dialogue<T> =>
  sendAdminMessage<T>(
    api,
    adminRequest,
    ({ portnum, payload }) => {
      if (portnum !== PORTNUMS.admin) return undefined;
      const found = find(payload);
      return found === undefined ? garbled(adminRequest.description) : success(found);
    },
    restartedFailure(adminRequest.description),
  );

const readAcceptance = ({ portnum }: PacketData): ProvisioningResult<AdminResult> | undefined =>
  portnum === PORTNUMS.routing ? success('taken') : undefined;

/** Tells it something, which it says it has taken. */
export const sendChange = (api: SerialApi, adminRequest: AdminRequest): Dialogue<AdminResult> =>
  sendAdminMessage<AdminResult>(api, adminRequest, readAcceptance, restartedFailure(adminRequest.description));

/** The same of what it may start anew on at once. */
export const sendFinalChange = (api: SerialApi, adminRequest: AdminRequest): Dialogue<AdminResult> =>
  sendAdminMessage<AdminResult>(api, adminRequest, readAcceptance, success('restarted'));
