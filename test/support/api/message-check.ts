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

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function expectSentence(sentence: unknown, message: unknown, field?: string): void {
  if (Array.isArray(message)) {
    for (const [index, one] of message.entries()) expectSentence((sentence as readonly unknown[])[index], one);
    return;
  }
  const made = message === null ? null : english(message as GatewayMessage, field);
  if (made !== sentence) throw new Error(`the message is not the sentence: ${String(made)} – ${String(sentence)}`);
  const prose = message === null ? [] : proseIn(message as GatewayMessage);
  if (prose.length > 0) throw new Error(`a value has words: ${prose.join(', ')}: ${String(sentence)}`);
}

/** Throws when a sentence is not that of its message, or a value of it is prose: of a failure, or `reason` of `reasonData`. */
export function expectMessage(body: unknown): void {
  if (!isObject(body)) return;
  const { error, message, field } = body;
  if (typeof error === 'string' && isObject(message)) expectSentence(error, message, field as string | undefined);
  for (const [name, value] of Object.entries(body)) {
    const sentence = name.endsWith('Data') ? body[name.slice(0, -'Data'.length)] : undefined;
    // The document of the API has both as schemas.
    if (sentence === undefined || (isObject(sentence) && !Array.isArray(sentence))) expectMessage(value);
    else expectSentence(sentence, value);
  }
}
