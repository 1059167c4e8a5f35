import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../gateway/eventually.js';
import { openWebSocket } from './web-socket.js';

/** the program of Debian's firefox-esr */
const EXECUTABLE = process.env.WAYPOST_FIREFOX ?? '/usr/bin/firefox-esr';

/** One tab of a Firefox without a window, driven over WebDriver BiDi. */
export type Firefox = {
  readonly version: string;
  readonly goto: (url: string) => Promise<void>;
  /** the value of an expression in the page; it must survive JSON */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Waits until an expression of the page is true. */
  readonly waitFor: (expression: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Reply = { readonly id?: number; readonly result?: Record<string, unknown>; readonly message?: string };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

export async function startFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'waypost-firefox-'));
  const flags = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank'];
  const child = spawn(EXECUTABLE, flags, {
    // A folder that cannot be made: the client of the sound server would leave one behind.
    env: { ...process.env, HOME: profile, PULSE_RUNTIME_PATH: '/proc/none/pulse' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const address = (): string | undefined => /BiDi listening on (ws:\S+)/.exec(output)?.[1];
  await eventually('Firefox listens', () => address() !== undefined);

  const waiting = new Map<number, (reply: Reply) => void>();
  const socket = await openWebSocket(new URL(`${address() ?? ''}/session`), (text) => {
    const reply = JSON.parse(text) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let lastId = 0;
  async function send(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++lastId;
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (reply.result === undefined) throw new Error(`${method}: ${reply.message ?? 'no result'}`);
    return reply.result;
  }

  const session = await send('session.new', { capabilities: {} });
  const { context } = await send('browsingContext.create', { type: 'tab' });

  async function evaluate(expression: string): Promise<unknown> {
    const wrapped = `(async () => JSON.stringify((await (${expression})) ?? null))()`;
    const params = { expression: wrapped, target: { context }, awaitPromise: true };
    const answer = await send('script.evaluate', params);
    if (answer.type !== 'success') throw new Error(`${expression}: ${JSON.stringify(answer.exceptionDetails)}`);
    return JSON.parse(String(fieldOf(answer.result, 'value'))) as unknown;
  }

  return {
    version: String(fieldOf(session.capabilities, 'browserVersion')),
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate,
    async waitFor(expression) {
      await eventually(expression, async () => (await evaluate(expression)) === true);
    },
    async close() {
      const ended = once(child, 'exit');
      await send('browser.close', {}).catch(() => child.kill());
      socket.close();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
