import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { errnoOf } from '../../errors.js';
import type { WebhookTarget } from '../../schema/messages/webhook.js';
import { verdictOf } from '../../channels/webhook/verdict.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';

const TIMEOUT_MS = 5_000;

/** Connects to each webhook and sends nothing. One that cannot be reached is only a warning: its messages stay queued. */
export async function checkWebhooks(webhooks: readonly WebhookTarget[]): Promise<CheckFinding[]> {
  return Promise.all(webhooks.map(checkWebhook));
}

async function checkWebhook({ name, url, secret, enabled }: WebhookTarget): Promise<CheckFinding> {
  if (secret === '') return fault('webhooks', `webhook ${name} has no secret`, 'set it again on the page Settings');
  if (!enabled) return ok('webhooks', `webhook ${name} is disabled`);
  const code = await connectionErrorOf(new URL(url));
  if (code === null) return ok('webhooks', `webhook ${name} can be reached`);
  const verdict = verdictOf(name, { status: null, code, message: '' });
  const [what = '', remedy = ''] = verdict.outcome === 'sent' ? [] : verdict.reason.split('; ');
  return warning('webhooks', what, remedy);
}

/** The code of the error; null: connected, with TLS and a trusted certificate if the address asks for it. */
function connectionErrorOf({ protocol, hostname, port }: URL): Promise<string | null> {
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const options = { host, port: Number(port === '' ? (isTls ? 443 : 80) : port), timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    const socket = isTls ? connectTls({ ...options, ...(isIP(host) === 0 && { servername: host }) }) : connect(options);
    const end = (code: string | null): void => {
      socket.destroy();
      resolve(code);
    };
    socket.on(isTls ? 'secureConnect' : 'connect', () => {
      end(null);
    });
    socket.on('timeout', () => {
      end('TIMEOUT');
    });
    socket.on('error', (error) => {
      end(errnoOf(error) ?? 'ERROR');
    });
  });
}
