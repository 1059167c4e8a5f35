import { success } from '../../../errors.js';
import type { Dialogue, ProvisioningResult } from '../../provision.js';
import { readErrorReason } from './admin.js';
import { RESPONSE_TIMEOUT_MS, type SerialApi } from './serial-api.js';
import type { PacketData } from '../packet.js';
import { nodeErrors } from '../messages.js';
import { PORTNUMS } from '../portnums.js';
import { encodeAdminPacket } from '../to-radio.js';
import type { ProtobufBytes } from '../protobuf-writer.js';

/** An AdminMessage to node number `to`; `description` names its content in error messages. */
export type AdminRequest = { readonly to: number; readonly message: ProtobufBytes; readonly description: string };

/** The node accepted the message, or rebooted instead of replying. */
export type AdminResult = 'accepted' | 'restarted';

/** Sends a packet and waits for its response; `read` gets the data of every response except errors. */
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
      if (error === undefined) return nodeErrors.unreadable({ command: description });
      if (error !== 0) return nodeErrors.rejected({ command: description, error });
      return read(data);
    },
  });
  return response ?? nodeErrors.noReply({ command: description, seconds: RESPONSE_TIMEOUT_MS / 1000 });
}

const restartedFailure = (description: string) => nodeErrors.rebooted({ command: description });

/** Requests what `find` reads from the responding AdminMessage. */
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
      return found === undefined ? nodeErrors.unreadable({ command: adminRequest.description }) : success(found);
    },
    restartedFailure(adminRequest.description),
  );

const readAcceptance = ({ portnum }: PacketData): ProvisioningResult<AdminResult> | undefined =>
  portnum === PORTNUMS.routing ? success('accepted') : undefined;

/** Sends a change and waits for its acceptance. */
export const sendChange = (api: SerialApi, adminRequest: AdminRequest): Dialogue<AdminResult> =>
  sendAdminMessage<AdminResult>(api, adminRequest, readAcceptance, restartedFailure(adminRequest.description));

/** The same for a message after which the node may reboot at once. */
export const sendFinalChange = (api: SerialApi, adminRequest: AdminRequest): Dialogue<AdminResult> =>
  sendAdminMessage<AdminResult>(api, adminRequest, readAcceptance, success('restarted'));
