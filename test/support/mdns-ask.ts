import { networkInterfaces } from 'node:os';
import multicastDns from 'multicast-dns';
import { eventually } from './eventually.js';

/** A process of its own that asks, by another library, and prints a line of JSON for each answer until it is ended. */
const [name = ''] = process.argv.slice(2);

const address = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
// On a cable that was plugged in just now there is none yet, and the library would hear nothing then.
await eventually('there is a network to ask on', () => address() !== undefined, 30_000);

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
