import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { WaypostError } from '../../errors.js';

export type SecretSource = {
  /** of the environment */
  readonly variable: string;
  /** what to type, for a person at a terminal */
  readonly prompt: string;
};

/** A secret from the environment, or else typed without being shown. Never an argument: other users could see it. */
export async function readSecret({ variable, prompt }: SecretSource): Promise<string> {
  const given = process.env[variable];
  if (given !== undefined && given !== '') return given;
  if (process.stdin.isTTY) return ask(prompt);
  throw new WaypostError('validation_failed', `${variable} is not set: set it, or run the command in a terminal`);
}

/** The same for a new secret, which a person types twice. */
export async function readNewSecret({ variable, prompt }: SecretSource): Promise<string> {
  const secret = await readSecret({ variable, prompt });
  const isGiven = process.env[variable] === secret;
  if (isGiven || (await ask(`${prompt}, again`)) === secret) return secret;
  throw new WaypostError('validation_failed', 'the two entries differ: run the command again');
}

async function ask(prompt: string): Promise<string> {
  const hidden = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  const canceled = new AbortController();
  terminal.on('SIGINT', () => {
    canceled.abort();
  });
  process.stderr.write(`${prompt}: `);
  try {
    return await terminal.question('', { signal: canceled.signal });
  } catch {
    throw new WaypostError('validation_failed', 'canceled: nothing was changed');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
