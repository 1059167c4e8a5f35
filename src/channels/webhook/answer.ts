import { errnoOf } from '../../errors.js';
import type { PostAnswer } from '../../outgoing/post.js';

/** The status of the receiver, or why none arrived. `retryAfter`: seconds that it asks to wait. */
export type WebhookAnswer =
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly status: null; readonly code: string; readonly message: string };

export function webhookAnswer(answer: PostAnswer): WebhookAnswer {
  if (answer.status === null) {
    const { error } = answer;
    return { status: null, code: errnoOf(error) ?? 'ERROR', message: error.message };
  }
  const { status, headers } = answer;
  const seconds = headers['retry-after'];
  const isNumber = seconds !== undefined && /^\d{1,6}$/.test(seconds);
  return { status, ...(isNumber && { retryAfter: Number(seconds) }) };
}
