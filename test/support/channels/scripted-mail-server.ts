import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** What the server does instead of its usual reply; any other text is sent as the reply. */
export type Deed = 'silence' | 'reset' | 'close' | (string & {});
export type Step = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'text' | 'QUIT';
export type Script = Readonly<Partial<Record<Step, Deed>>>;

const usual: Readonly<Record<Step, Deed>> = {
  greeting: '220 scripted\r\n',
  EHLO: '250-scripted\r\n250 AUTH PLAIN\r\n',
  AUTH: '235 welcome\r\n',
  MAIL: '250 sender ok\r\n',
  RCPT: '250 recipient ok\r\n',
  DATA: '354 go on\r\n',
  text: '250 taken as 1\r\n',
  QUIT: 'close',
};

/**
 * A mail server that accepts every mail, except as `script` defines; the script may change while it runs. `onStep` is
 * called for each step before the reply.
 */
export async function startScriptedMailServer(first: Script = {}, onStep: (step: Step) => void = () => undefined) {
  let script = first;
  const steps: string[] = [];
  const texts: string[] = [];
  const open = new Set<Socket>();
  let mostOpen = 0;

  function act(socket: Socket, step: Step): void {
    steps.push(step);
    onStep(step);
    const deed = script[step] ?? (usual as Partial<typeof usual>)[step] ?? '500 what\r\n';
    if (deed === 'silence') return;
    if (deed === 'reset') socket.resetAndDestroy();
    else if (deed === 'close') socket.end();
    else socket.write(deed.replace(/\|close$/, ''), () => deed.endsWith('|close') && socket.destroy());
  }

  const server = createServer((socket) => {
    open.add(socket);
    mostOpen = Math.max(mostOpen, open.size);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    let pending = '';
    let inText = false;
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      pending += chunk;
      for (;;) {
        const end = pending.indexOf(inText ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const line = pending.slice(0, end);
        pending = pending.slice(end + (inText ? 5 : 2));
        if (inText) {
          inText = false;
          texts.push(line);
          act(socket, 'text');
        } else {
          const step = line.split(/[ :]/)[0] as Step;
          inText = step === 'DATA' && (script.DATA ?? usual.DATA).startsWith('354');
          act(socket, step);
        }
      }
    });
    act(socket, 'greeting');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    /** the steps it reached, in order */
    steps,
    /** the mails it received, unchanged */
    texts,
    /** maximum number of simultaneous connections */
    mostOpen: () => mostOpen,
    follow: (next: Script) => {
      script = next;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type ScriptedMailServer = Awaited<ReturnType<typeof startScriptedMailServer>>;
