import { once } from 'node:events';
import { english } from '../../../src/messages/english.js';
import type { GatewayMessage } from '../../../src/messages/message.js';
import type { Port } from '../../../src/serial/transport/port-types.js';
import { openSerialPort } from '../../../src/serial/transport/serial-port.js';

/** The ceiling: opens ports as the gateway does, drops the data, and reports the bytes on request: `node … BAUD_RATE PATH…`. */

let bytes = 0;
const onData = (chunk: Uint8Array): void => {
  bytes += chunk.length;
};
const onClose = (reason: GatewayMessage): void => {
  throw new Error(english(reason));
};
const ports: Port[] = [];
const [baudRate, ...paths] = process.argv.slice(2);
for (const path of paths) ports.push(await openSerialPort({ path, baudRate: Number(baudRate), onData, onClose }));

process.on('message', () => process.send?.(bytes));
process.send?.('ready');
await once(process, 'disconnect');
for (const port of ports) await port.close();
