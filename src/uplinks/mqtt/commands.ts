import { decodeUtf8 } from '../../domain/utf8.js';
import { validateCommandInput, type CommandFormat } from '../../schema/commands/command.js';
import { failure, success, type Result } from '../../errors.js';
import type { Timers } from '../../time/clock.js';
import type { SinkOptions } from '../sink.js';
import type { Incoming } from './connection.js';
import type { Publication } from './publication.js';
import type { Topics } from './topics.js';

export type MqttCommandsOptions = Pick<SinkOptions, 'sendCommand'> & {
  readonly topics: Topics;
  readonly timers: Pick<Timers, 'now'>;
  readonly publish: (publication: Publication) => void;
};

/** Commands to trackers that come from the broker. */
export type MqttCommands = {
  readonly onMessage: (message: Incoming) => Promise<void>;
  readonly counters: () => Readonly<Record<string, number>>;
};

/** Commands that run at once; a tracker may take half a minute to reply. */
const MAX_RUNNING = 16;
/** Commands of one second in the long run, and at once. */
const PER_SECOND = 5;
const BURST = 50;
/** A command in hexadecimal digits with separators, in JSON. */
const MAX_PAYLOAD_BYTES = 20_000;
/** The publisher of a command chose its length. */
const MAX_RESPONSE_TOPIC_CHARS = 1_024;

export function createMqttCommands({ sendCommand, topics, timers, publish }: MqttCommandsOptions): MqttCommands {
  let running = 0;
  let accepted = 0;
  let dropped = 0;
  let tokens = BURST;
  let filledAt = timers.now();

  /** Whether the rate allows one more. */
  function take(): boolean {
    const now = timers.now();
    tokens = Math.min(BURST, tokens + ((now - filledAt) / 1_000) * PER_SECOND);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }

  async function run(deviceId: string, payload: Buffer): Promise<string> {
    if (running >= MAX_RUNNING) return `${MAX_RUNNING} commands are running: send it again when one has ended`;
    const read = readCommand(payload);
    if (!read.ok) return read.message;
    running += 1;
    try {
      return await sendCommand({ deviceId, ...read.value });
    } finally {
      running -= 1;
    }
  }

  return {
    async onMessage({ topic, payload, isRetained, responseTopic, correlationData }) {
      const deviceId = topics.commandFor(topic);
      // A retained one would be carried out again at each connection.
      if (deviceId === undefined || isRetained) return;
      if (!take()) {
        dropped += 1;
        return;
      }
      accepted += 1;
      const own = topics.ofDevice(deviceId, 'command/result');
      const isAllowed = responseTopic === undefined || isBelow(own, responseTopic);
      const result = isAllowed
        ? await run(deviceId, payload)
        : `the response topic must be ${own}, or one level below it: set such a topic, or none`;
      publish({
        topic: isAllowed ? (responseTopic ?? own) : own,
        payload: JSON.stringify({ deviceId, result }),
        ...(correlationData !== undefined && { correlationData }),
      });
    },
    counters: () => ({ commands: accepted, commands_dropped: dropped }),
  };
}

/**
 * The gateway publishes with its own rights, and the broker does not check those of the sender of a command for its response
 * topic: an answer elsewhere would replace states, or commands to other devices.
 */
const isBelow = (own: string, topic: string): boolean =>
  topic === own ||
  (topic.startsWith(`${own}/`) &&
    topic.length <= MAX_RESPONSE_TOPIC_CHARS &&
    /^[^/+#\p{Cc}\p{Cs}]+$/u.test(topic.slice(own.length + 1)));

type ReadCommand = { readonly command: string; readonly format: CommandFormat };

/** A text is the command itself; a JSON object has `command` and, if it is not text, `format`. */
function readCommand(payload: Buffer): Result<ReadCommand> {
  if (payload.length > MAX_PAYLOAD_BYTES)
    return failure('payload_too_large', `the payload must not have more than ${MAX_PAYLOAD_BYTES} bytes`);
  const text = decodeUtf8(payload);
  if (text === undefined) {
    const example = '{"command": "0a 0b", "format": "Hex"}';
    return failure('validation_failed', `the payload must be text in UTF-8; other bytes are sent as ${example}`);
  }
  const checked = validateCommandInput(objectOf(text) ?? { command: text });
  if (!checked.ok) return checked;
  const { command, format, ...others } = checked.value;
  if (others.sms || others.waitMinutes !== undefined)
    return failure('validation_failed', 'a command of MQTT has the fields command and format alone');
  return success({ command, format });
}

/** A text that looks like JSON but is none is a command: some trackers have such. */
function objectOf(text: string): object | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'command' in value ? value : undefined;
  } catch {
    return undefined;
  }
}
