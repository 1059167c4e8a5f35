import { WaypostError } from '../../errors.js';
import { tcpAddressOf } from '../../schema/ports/port-path.js';
import type { ListenerAddress } from '../../simulator/ports/network-socket.js';

const ADDRESS = /^(?:(tcp|udp|http):\/\/)?([^/]*)$/;

/** `host:port`, `tcp://host:port`, `udp://host:port` or `http://host:port`, with an IPv6 host in brackets */
export const parseListener =
  (option: string) =>
  (text: string): ListenerAddress => {
    const [, transport = 'tcp', address = ''] = ADDRESS.exec(text) ?? [];
    const parsed = tcpAddressOf(`tcp://${address}`);
    if (parsed === null) {
      const expected =
        'HOST:PORT, udp://HOST:PORT or http://HOST:PORT, with an IPv6 address in brackets, like 192.168.1.10:5027';
      throw new WaypostError('validation_failed', `${option} must be ${expected}, not "${text}"`);
    }
    return { ...parsed, transport: transport as ListenerAddress['transport'] };
  };
