import { errnoOf, messageOf } from '../../errors.js';
import type { TcpAddress } from '../../schema/ports/port-path.js';
import { PortError, type PortFault } from './port-error.js';

type ConnectErrorAdvice = { readonly fault: PortFault; readonly advice: (address: TcpAddress) => string };

const UNREACHABLE: ConnectErrorAdvice = {
  fault: 'absent',
  advice: ({ host }) => `there is no way to ${host}: correct the address, or look after network and power`,
};
const UNKNOWN_HOST: ConnectErrorAdvice = {
  fault: 'absent',
  advice: ({ host }) => `no host is called ${host}: correct the name, or give its address`,
};

const CONNECT_ERRORS: Readonly<Record<string, ConnectErrorAdvice>> = {
  ECONNREFUSED: {
    fault: 'absent',
    advice: ({ host, port }) =>
      `${host} is there and takes no connection on port ${port}: correct the port, start the service on it, or end ` +
      'the connection of another client if it allows one alone',
  },
  ECONNRESET: {
    fault: 'busy',
    advice: ({ host }) => `${host} ends the connection at once: it may serve another client`,
  },
  ETIMEDOUT: {
    fault: 'absent',
    advice: ({ host }) => `${host} does not answer within 5 s: correct the address, or look after network and power`,
  },
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EHOSTDOWN: UNREACHABLE,
  ENETDOWN: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: {
    fault: 'absent',
    advice: ({ host }) => `the name server does not answer, so ${host} is not found: give its address`,
  },
};

/** What went wrong with connecting to a device server, in words that help. */
export function explainConnectError(path: string, address: TcpAddress, error: unknown): PortError {
  const known = CONNECT_ERRORS[errnoOf(error) ?? ''];
  if (known === undefined) return new PortError('error', `${path}: ${messageOf(error)}`);
  return new PortError(known.fault, `${path}: ${known.advice(address)}`);
}

/** Why a connection was lost. */
export function describeTcpLoss(message: string): string {
  if (message.includes('end of file')) return 'the device server closed the connection';
  if (message.includes('ECONNRESET') || message.includes('EPIPE')) return 'the device server reset the connection';
  if (message.includes('ETIMEDOUT')) return 'the device server does not answer any more: look after network and power';
  return `the connection to the device server is lost (${message})`;
}
