import type { Channel, OutgoingMessage } from '../../../src/channels/channel.js';
import { createEmail } from '../../../src/channels/email/email.js';
import type { EmailConfig } from '../../../src/channels/email/smtp-problem.js';
import type { Logger } from '../../../src/logger.js';
import { silentLogger } from '../../../src/logger.js';
import { eventually } from '../gateway/eventually.js';
import { PASSWORD, startMailServer, USER } from './mail-server.js';
import { startScriptedMailServer, type Script } from './scripted-mail-server.js';
import { createTestTimers } from '../time/test-timers.js';

export const NOW = Date.parse('2026-11-21T08:22:34Z');
export const message: OutgoingMessage = { id: 'm-1', to: 'boss@depot.example', subject: 'Bus 7: SOS', text: 'hello\n' };

type Smtp = EmailConfig['smtp'];
export const smtpOf = (port: number, smtp: Partial<Smtp> = {}): Smtp => ({
  host: '127.0.0.1',
  port,
  secure: false,
  requireTls: true,
  user: USER,
  password: PASSWORD,
  caFile: '',
  allowSelfSigned: true,
  ...smtp,
});

/** The email channel and its servers, which end with the test; the test advances the time. */
export function useTestEmail() {
  const { timers, advance } = createTestTimers();
  const channels: Channel[] = [];
  const servers: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(channels.splice(0).map((channel) => channel.stop()));
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  const kept = <T extends { close: () => Promise<void> }>(server: T): T => {
    servers.push(server);
    return server;
  };

  function channel(smtp: Smtp, { from = '', logger = silentLogger }: { from?: string; logger?: Logger } = {}): Channel {
    const made = createEmail({ config: { smtp, from }, gatewayId: () => 'gateway-1', now: () => NOW, timers, logger });
    channels.push(made);
    return made;
  }

  return {
    advance,
    kept,
    channel,
    server: async (...options: Parameters<typeof startMailServer>) => kept(await startMailServer(...options)),
    scripted: async (script?: Script) => kept(await startScriptedMailServer(script)),
    /** A channel to a server without TLS. */
    plain: (port: number, smtp: Partial<Smtp> = {}) => channel(smtpOf(port, { requireTls: false, ...smtp })),
    until: eventually,
    untilState: (email: Channel, state: string) => eventually(`it is ${state}`, () => email.status().state === state),
  };
}
