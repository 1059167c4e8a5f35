import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from '../gateway/eventually.js';

type Notification = { readonly assignments: Readonly<Record<string, string>> };

export type NotifySocket = {
  readonly path: string;
  readonly notifications: readonly Notification[];
  readonly close: () => Promise<void>;
};

/** Node has no Unix datagram sockets. A barrier message carries a descriptor and is for the manager itself. */
const script = `
import json, socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print('null', flush=True)
while True:
    text = receiver.recv(65536).decode()
    if text != 'BARRIER=1':
        assignments = dict(line.split('=', 1) for line in text.split('\\n'))
        print(json.dumps({'assignments': assignments}), flush=True)
`;

/** Listens at `path` like a service manager. */
export async function openNotifySocket(path: string): Promise<NotifySocket> {
  const python = spawn('python3', ['-c', script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(python, 'close');
  const notifications: Notification[] = [];
  let listens = false;
  createInterface(python.stdout).on('line', (line) => {
    const one = JSON.parse(line) as Notification | null;
    if (one === null) listens = true;
    else notifications.push(one);
  });
  await eventually('it listens', () => listens);
  return {
    path,
    notifications,
    async close() {
      python.kill();
      await ended;
    },
  };
}
