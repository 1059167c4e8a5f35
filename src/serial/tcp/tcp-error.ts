import { errnoOf, messageOf } from '../../errors.js';
import type { TcpAddress } from '../../schema/port-path.js';
import { PortError, type PortFault } from '../port-error.js';

type Explanation = { readonly fault: PortFault; readonly advice: (address: TcpAddress) => string };

const unreachable: Explanation = {
  fault: 'absent',
  advice: ({ host }) => `there is no way to ${host}: correct the address, or look after network and power`,
};
const unknown: Explanation = {
  fault: 'absent',
  advice: ({ host }) => `no host is called ${host}: correct the name, or give its address`,
};

const explanations: Readonly<Record<string, Explanation>> = {
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
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EHOSTDOWN: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
  ENOTFOUND: unknown,
  EAI_AGAIN: {
    fault: 'absent',
    advice: ({ host }) => `the name server does not answer, so ${host} is not found: give its address`,
  },
};

/** What went wrong with connecting to a device server, in words that help. */
export function explainConnect(path: string, address: TcpAddress, error: unknown): PortError {
  const known = explanations[errnoOf(error) ?? ''];
  if (known === undefined) return new PortError('error', `${path}: ${messageOf(error)}`);
  return new PortError(known.fault, `${path}: ${known.advice(address)}`);
}

/** Why a connection was lost. */
export function describeTcpLoss(said: string): string {
  if (said.includes('end of file')) return 'the device server closed the connection';
  if (said.includes('ECONNRESET') || said.includes('EPIPE')) return 'the device server reset the connection';
  if (said.includes('ETIMEDOUT')) return 'the device server does not answer any more: look after network and power';
  return `the connection to the device server is lost (${said})`;
}
