import { networkInterfaces } from 'node:os';
import multicastDns from 'multicast-dns';
import { eventually } from '../gateway/eventually.js';

/** A process that queries with another library and prints a JSON line for each answer until it is stopped. */
const [name = ''] = process.argv.slice(2);

const address = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
// A network interface that just came up may have no address yet, and the library would receive nothing.
await eventually('there is a network to ask on', () => address() !== undefined);

const mdns = multicastDns();
mdns.on('response', ({ answers = [], additionals = [] }) => {
  const records = [...answers, ...additionals].map((record) =>
    record.type === 'TXT' ? { ...record, data: [record.data].flat().map(String) } : record,
  );
  process.stdout.write(`${JSON.stringify(records)}\n`);
});
const ask = (): void => {
  mdns.query(name, 'PTR');
};
mdns.on('ready', ask);
setInterval(ask, 500);
