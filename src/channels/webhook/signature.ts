import { createHmac } from 'node:crypto';

/** The header `X-Waypost-Signature` of a body. `now`: ms since 1970. */
export function signatureOf(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
