import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createClock } from '../../../src/time/clock.js';
import { createSelfSigned } from '../../../src/tls/self-signed.js';
import { freePort } from '../gateway/free-port.js';

export const USER = 'depot@depot.example';
export const PASSWORD = 'pässw0rd-c4n4ry';

const clock = createClock();
const HOUR_MS = 3_600_000;
const begin = Date.parse('2020-01-01T00:00:00Z');
const end = begin + 20 * 365 * 24 * HOUR_MS;
/** Shared by all tests of a run, because generating a key is slow. */
let made: ReturnType<typeof createSelfSigned> | undefined;
export const testCertificate = () =>
  (made ??= createSelfSigned({ names: ['localhost', '127.0.0.1'], from: begin, to: end }));

export type TakenMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly secure: boolean;
  /** when it was accepted, ms since 1970 */
  readonly at: number;
};

/** An error for the server to send. */
export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** A mail server of the package smtp-server with TLS and one user, and the mails it accepted; `refuseText`: null accepts it. */
export async function startMailServer(options: SMTPServerOptions = {}, refuseText: () => Error | null = () => null) {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    ...(await testCertificate()),
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth({ username, password }, _session, callback) {
      if (username === USER && password === PASSWORD) callback(null, { user: username });
      else callback(refusal(535, 'no such user or password'));
    },
    onData(stream, { envelope, secure }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refuseText();
        if (refused !== null) {
          callback(refused);
          return;
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        taken.push({ from, to, raw: Buffer.concat(chunks), secure, at: clock.now() });
        callback(null, `taken as ${taken.length}`);
      });
    },
    ...options,
  });
  // Aborted connections are not errors of the server.
  server.on('error', () => undefined);
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    port,
    taken,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
