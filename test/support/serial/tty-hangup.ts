import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Hangs up terminals as the kernel does when a USB adapter is unplugged; needs root. */
export type HangUps = {
  /** Resolves when every process that had the terminal at `path` open has lost it. Rejects if that failed. */
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

/** One process for all terminals. Start it before opening a pseudo-terminal, which it would otherwise inherit and hold. */
export function startHangUps(): HangUps {
  const python = spawn('python3', ['-c', script], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(python, 'close');
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  let stderrText = '';
  python.stderr.setEncoding('utf8').on('data', (text: string) => (stderrText += text));
  createInterface(python.stdout).on('line', () => waiting.shift()?.resolve());
  void ended.then(() => {
    for (const one of waiting) one.reject(new Error(`python3 ended, which was to hang terminals up: ${stderrText}`));
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
