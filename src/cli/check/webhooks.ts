import { errnoOf } from '../../errors.js';
import type { WebhookTarget } from '../../schema/messages/webhook.js';
import { verdictOf } from '../../channels/webhook/verdict.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';
import { tryConnect } from './try-connect.js';

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

/** The code of the error; null: it can be reached. */
async function connectionErrorOf({ protocol, hostname, port }: URL): Promise<string | null> {
  const isTls = protocol === 'https:';
  const error = await tryConnect({
    host: hostname,
    port: Number(port === '' ? (isTls ? 443 : 80) : port),
    tls: isTls ? {} : null,
  });
  return error === null ? null : (errnoOf(error) ?? 'ERROR');
}
