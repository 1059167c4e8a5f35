import { CHANNEL_MODULES } from '../../../src/channels/index.js';
import { localDate } from '../../../src/domain/clock/local-date.js';
import { failure, success, type Result } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import { createWaiting } from '../../../src/services/outbox/waiting.js';
import type { CommandRefusal } from '../../../src/protocols/protocol.js';
import type { CommandInput, CommandView } from '../../../src/schema/commands/command.js';
import type { ClockQuality } from '../../../src/schema/system/clock.js';
import type { CommandOutcome, PortCommand, PreparedCommand } from '../../../src/serial/session/pending-commands.js';
import { createCommands, type CommandResult } from '../../../src/services/commands/commands.js';
import { createMessages } from '../../../src/services/outbox/messages.js';
import { createTestClock } from '../time/clock.js';
import { createMemoryStore } from '../store/memory-store.js';
import { deviceOf, fixAt, locationOf } from '../store/records.js';
import { createTestTimers } from '../time/test-timers.js';
import { userOf } from '../api/users.js';
import { createTestEdits } from '../gateway/test-edits.js';

export const PORT = '/dev/test';
const admin = userOf('admin', { privileges: ['admin'] });

type Sent = PortCommand & { readonly path: string; readonly answer: (outcome: CommandOutcome) => void };

/** Commands over a memory store, with a port and a time of the test. */
export function createTestCommands() {
  const clock = createTestClock();
  const { timers, advance, waiting } = createTestTimers();
  const store = createMemoryStore(() => clock);
  const sent: Sent[] = [];
  const world = {
    quality: 'ntp' as ClockQuality,
    refusal: undefined as Result<never, CommandRefusal> | undefined,
    keys: 0,
  };
  const time = {
    now: clock.now,
    trustedNow: clock.now,
    quality: () => world.quality,
    date: () => localDate(clock.now(), 'UTC'),
  };
  const devices = {
    find: (_user: unknown, id: string) => {
      const device = store.state.devices.get(id);
      return device === undefined ? failure('not_found', `device ${id} not found`) : success(device);
    },
  };
  const ports = {
    statuses: () => [],
    prepareCommand: (path: string, command: PortCommand): Result<PreparedCommand, CommandRefusal> =>
      world.refusal ??
      success({
        path,
        protocol: 'test',
        send: () => new Promise((answer) => sent.push({ ...command, path, answer })),
      }),
  };
  const messages = createMessages({
    store,
    devices,
    time,
    formats: CHANNEL_MODULES,
    ttl: () => 86_400,
    isConfigured: () => true,
    waiting: createWaiting(store),
    refusals: { note: () => undefined },
    edits: createTestEdits().edits,
  });
  const startRun = () =>
    createCommands({
      store,
      devices,
      ports,
      messages,
      time,
      timers,
      newKey: () => String((world.keys += 1)).padStart(12, '0'),
      refusals: { note: () => undefined },
      logger: silentLogger,
    });
  let commands = startRun();

  const post = (input: Partial<CommandInput>, deviceId = 'bus'): Promise<Result<CommandResult>> =>
    commands.post(admin, deviceId, { command: 'status', format: 'Text', sms: false, ...input });

  return {
    admin,
    clock,
    store,
    messages,
    world,
    sent,
    advance,
    waiting,
    get commands() {
      return commands;
    },
    /** Registers devices, which have reported on the port unless `hasReported` is false. */
    async register(ids: readonly string[] = ['bus'], { hasReported = true, min = '+34600000001' } = {}): Promise<void> {
      for (const id of ids) {
        await store.append([{ kind: 'device', v: { ...deviceOf(id), min } }]);
        if (hasReported) await store.append([report(id)]);
      }
      commands.start();
    },
    report: (id = 'bus', second = 1) => store.append([report(id, second)]),
    post,
    /** Ends the process without a stop, and starts another one with the same state. */
    async restart(): Promise<void> {
      commands = startRun();
      await commands.recover();
      commands.start();
    },
    /** the texts that were written, in order */
    written: (): readonly string[] => sent.map(({ bytes }) => Buffer.from(bytes).toString()),
    /** `text state`, in the order of their ids */
    states: (): readonly string[] =>
      [...commands.list(admin, {})].reverse().map(({ command, state }: CommandView) => `${command} ${state}`),
    /** Time passes by the clock and by the timers. */
    async pass(ms: number): Promise<void> {
      clock.advance(ms);
      await advance(ms);
    },
  };
}

const report = (id: string, second = 1) => {
  const change = locationOf(id, fixAt(second));
  if (change.kind !== 'location') throw new Error('no location');
  return { ...change, v: { ...change.v, source: { protocol: 'test', port: PORT } } };
};
