import { errnoOf, messageOf } from '../../errors.js';
import type { TcpAddress } from '../../schema/ports/port-path.js';
import { PortError, type PortFault } from './port-error.js';

type ConnectErrorAdvice = { readonly fault: PortFault; readonly advice: (address: TcpAddress) => string };

const UNREACHABLE: ConnectErrorAdvice = {
  fault: 'absent',
  advice: ({ host }) => `${host} is unreachable: correct the address, or check network and power`,
};
const UNKNOWN_HOST: ConnectErrorAdvice = {
  fault: 'absent',
  advice: ({ host }) => `host ${host} not found: correct the name, or use its address`,
};

const CONNECT_ERRORS: Readonly<Record<string, ConnectErrorAdvice>> = {
  ECONNREFUSED: {
    fault: 'absent',
    advice: ({ host, port }) =>
      `${host} refuses connections on port ${port}: correct the port, start the service on it, or, if it accepts only ` +
      'one client, disconnect the other one',
  },
  ECONNRESET: {
    fault: 'busy',
    advice: ({ host }) => `${host} closes the connection at once: it may serve another client`,
  },
  ETIMEDOUT: {
    fault: 'absent',
    advice: ({ host }) => `${host} does not respond within 5 s: correct the address, or check network and power`,
  },
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EHOSTDOWN: UNREACHABLE,
  ENETDOWN: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: {
    fault: 'absent',
    advice: ({ host }) => `the name server does not respond, so ${host} cannot be resolved: use its address`,
  },
};

/** Explains a failed connection to a device server. */
export function explainConnectError(path: string, address: TcpAddress, error: unknown): PortError {
  const known = CONNECT_ERRORS[errnoOf(error) ?? ''];
  if (known === undefined) return new PortError('error', `${path}: ${messageOf(error)}`);
  return new PortError(known.fault, `${path}: ${known.advice(address)}`);
}

/** Explains why a connection was lost. */
export function describeTcpLoss(message: string): string {
  if (message.includes('end of file')) return 'the device server closed the connection';
  if (message.includes('ECONNRESET') || message.includes('EPIPE')) return 'the device server reset the connection';
  if (message.includes('ETIMEDOUT')) return 'the device server no longer responds: check network and power';
  return `the connection to the device server was lost (${message})`;
}
