import { errnoOf, messageOf } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { TcpAddress } from '../../schema/ports/port-path.js';
import { portMessages, serverMessages } from '../messages.js';
import { PortError, type PortFault } from './port-error.js';

type ConnectError = {
  readonly fault: PortFault;
  readonly reason: (values: { readonly path: string; readonly host: string; readonly port: number }) => GatewayMessage;
};

const UNREACHABLE: ConnectError = {
  fault: 'absent',
  reason: ({ path, host }) => serverMessages.unreachable({ path, host }),
};

const CONNECT_ERRORS: Readonly<Record<string, ConnectError>> = {
  ECONNREFUSED: { fault: 'absent', reason: serverMessages.refuses },
  ECONNRESET: { fault: 'busy', reason: ({ path, host }) => serverMessages.closesAtOnce({ path, host }) },
  ETIMEDOUT: { fault: 'absent', reason: ({ path, host }) => serverMessages.silent({ path, host }) },
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EHOSTDOWN: UNREACHABLE,
  ENETDOWN: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ENOTFOUND: { fault: 'absent', reason: ({ path, host }) => serverMessages.unknownHost({ path, host }) },
  EAI_AGAIN: { fault: 'absent', reason: ({ path, host }) => serverMessages.noNameServer({ path, host }) },
};

/** Explains a failed connection to a device server. */
export function explainConnectError(path: string, address: TcpAddress, error: unknown): PortError {
  const known = CONNECT_ERRORS[errnoOf(error) ?? ''];
  if (known === undefined) return new PortError('error', portMessages.failed({ path, detail: messageOf(error) }));
  return new PortError(known.fault, known.reason({ path, host: address.host, port: address.port }));
}

type LossMessages = Pick<typeof serverMessages, 'closed' | 'reset' | 'stopped' | 'lost'>;

/** Explains why a connection was lost. `messages`: of the program at its other end. */
export const describeTcpLoss =
  (messages: LossMessages) =>
  (path: string, detail: string): GatewayMessage => {
    if (detail.includes('end of file')) return messages.closed({ path });
    if (detail.includes('ECONNRESET') || detail.includes('EPIPE')) return messages.reset({ path });
    if (detail.includes('ETIMEDOUT')) return messages.stopped({ path });
    return messages.lost({ path, detail });
  };
