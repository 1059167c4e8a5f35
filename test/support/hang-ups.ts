import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Does to terminals what the kernel does to a port whose USB adapter is pulled; only the superuser may. */
export type HangUps = {
  /** Resolves when whoever has the terminal at `path` open has lost it. Rejects when that was not to be had. */
  readonly hangUp: (path: string) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** Node has no ioctl. 0x5437: TIOCVHANGUP. */
const script = `
import fcntl, os, sys
for line in sys.stdin:
    terminal = os.open(line[:-1], os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    fcntl.ioctl(terminal, 0x5437, 0)
    os.close(terminal)
    print(flush=True)
`;

/** One process for all of them. To be started before a pseudo-terminal is opened, which it would inherit and hold. */
export function startHangUps(): HangUps {
  const python = spawn('python3', ['-c', script], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(python, 'close');
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  let said = '';
  python.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  createInterface(python.stdout).on('line', () => waiting.shift()?.resolve());
  void ended.then(() => {
    for (const one of waiting) one.reject(new Error(`python3 ended, which was to hang terminals up: ${said}`));
  });
  return {
    hangUp(path) {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        python.stdin.write(`${path}\n`);
      });
    },
    async end() {
      python.stdin.end();
      await ended;
    },
  };
}
