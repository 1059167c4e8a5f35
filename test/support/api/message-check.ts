import { FREE_PLACEHOLDERS } from '../../../src/messages/define.js';
import { english } from '../../../src/messages/english.js';
import type { GatewayMessage, MessageValue } from '../../../src/messages/message.js';

/** Strings with spaces where only names, ids and numbers may stand: they would be English in every language. */
function proseIn({ id, values }: GatewayMessage): string[] {
  const inValue = (name: string, value: MessageValue): string[] => {
    if (typeof value === 'string') return value.includes(' ') && !FREE_PLACEHOLDERS.has(name) ? [`${id}: ${name}`] : [];
    if (Array.isArray(value)) return value.flatMap((item: MessageValue) => inValue(name, item));
    return typeof value === 'object' && 'id' in value ? proseIn(value) : [];
  };
  return Object.entries(values).flatMap(([name, value]) => inValue(name, value));
}

/** Throws when the sentence of a failure is not that of its message, or a value of it is prose. */
export function expectMessage(body: unknown): void {
  const { error, message, field } = (body ?? {}) as {
    readonly error?: string | null;
    readonly message?: GatewayMessage;
    readonly field?: string;
  };
  if (typeof error !== 'string' || typeof message !== 'object') return;
  const sentence = english(message, field);
  if (sentence !== error) throw new Error(`the message is not the error: ${sentence} – ${error}`);
  const prose = proseIn(message);
  if (prose.length > 0) throw new Error(`a value has words: ${prose.join(', ')}: ${error}`);
}
