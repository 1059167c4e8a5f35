import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { onMeasuredCore } from '../measure/cores.js';
import { environmentOf, type CompressedClock } from './compressed-clock.js';

/** The gateway under the compressed clock, which is killed, stopped and upgraded and keeps its address. */
export type SoakedGateway = {
  readonly url: string;
  readonly pid: () => number;
  readonly token: () => string;
  /** Signs in again: a token ends after a day. */
  readonly signIn: () => Promise<void>;
  readonly call: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** Ends the gateway and starts it again, or another build of it. */
  readonly restart: (signal: NodeJS.Signals, next?: Build) => Promise<void>;
  readonly stop: () => Promise<unknown>;
  /** when the gateway did not listen, minutes since the start: at the first start, then at each other one */
  readonly breaks: readonly { readonly from: number; readonly to: number }[];
  /** what it has printed since its first start, besides its address */
  readonly printed: () => readonly string[];
};

type Build = {
  /** main file; left out: the one of this checkout */
  readonly file?: string;
  readonly config: object;
};

type SoakedGatewayOptions = {
  readonly folder: string;
  readonly port: number;
  readonly clock: CompressedClock;
  readonly build: Build;
};

/** `fetch` hides it. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);

export async function startSoakedGateway(options: SoakedGatewayOptions): Promise<SoakedGateway> {
  const { folder, port, clock } = options;
  const breaks: { from: number; to: number }[] = [];
  const outputs: string[] = [];
  let { build } = options;
  let token = '';

  const start = (): Promise<Gateway> =>
    startGateway({
      folder,
      config: build.config,
      arguments: ['--port', String(port)],
      env: environmentOf(clock),
      under: onMeasuredCore,
      ...(build.file !== undefined && { file: build.file }),
    });
  let gateway = await start();
  breaks.push({ from: 0, to: clock.minutes() });
  const { url } = gateway;

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Error(`${method} ${path}: ${reasonOf(error)}`, { cause: error });
    });
    const read = (await answer.json()) as T & { success?: boolean; error?: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${String(read.error)}`);
    return read;
  }

  async function signIn(): Promise<void> {
    ({ token } = await call<{ token: string }>('POST', '/api/Auth/Token', { userName: 'admin', apiKey: TEST_KEY }));
  }

  await signIn();
  return {
    url,
    pid: () => gateway.pid,
    token: () => token,
    signIn,
    call,
    async restart(signal, next = build) {
      const from = clock.minutes();
      await gateway.end(signal);
      outputs.push(gateway.output());
      build = next;
      gateway = await start();
      breaks.push({ from, to: clock.minutes() });
      await signIn();
    },
    stop: () => gateway.end('SIGTERM'),
    breaks,
    printed: () =>
      [...outputs, gateway.output()]
        .flatMap((output) => output.split('\n'))
        .filter((line) => line !== '' && !line.includes(' listens on ')),
  };
}
