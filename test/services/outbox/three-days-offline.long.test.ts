import { expect } from 'chai';
import { localDate } from '../../../src/domain/clock/local-date.js';
import { isFromAlert } from '../../../src/domain/messages/message.js';
import { diskFull } from '../../support/store/gated-store.js';
import { messageOf, ruleOf } from '../../support/channels/messages.js';
import { createRandom } from '../../support/protocols/random.js';
import { deviceOf } from '../../support/store/records.js';
import { sentOutcome } from '../../support/channels/test-channel.js';
import { createTestOutbox } from '../../support/channels/test-outbox.js';

const MINUTE = 60_000;
const HOURS_OFFLINE = 72;
const ALERTS = 500;
const LIMITS = { email: 10, sms: 5 } as const;
const TIME_ZONE = 'Europe/Athens';
const ALERT_NAMES = ['SOSButton', 'BatteryLow', 'SpeedLimit', 'GPSOff', 'Sensor1On', 'ForbiddenArea', 'FuelJumpDown'];

/** Three days without channels, then three with them; the process is killed now and then, also while sending. */
async function run(seed: number) {
  const random = createRandom(seed);
  const outbox = createTestOutbox({ start: '2026-10-22T09:00:00.000Z', timeZone: TIME_ZONE });
  const { store, email, sms, raise, pass, all } = outbox;
  const delivered: { readonly date: string; readonly id: string; readonly channel: 'email' | 'sms' }[] = [];
  const overtaken: string[] = [];
  const hanging = new Set<string>();

  for (const testChannel of [email, sms]) {
    const channel = testChannel.channel.name as 'email' | 'sms';
    testChannel.become('unavailable');
    testChannel.answerBy((message) => {
      delivered.push({ date: localDate(outbox.clock.now(), TIME_ZONE), id: message.id, channel });
      const others = [...store.state.outbox.values()].filter(
        (other) => other.channel === channel && other.state === 'queued',
      );
      const own = store.state.outbox.get(message.id);
      if (own !== undefined && !isFromAlert(own) && others.some(isFromAlert)) overtaken.push(message.id);
      if (random.below(10) > 0) return sentOutcome;
      hanging.add(message.id);
      return new Promise(() => undefined);
    });
  }
  const { email: dailyEmailLimit, sms: dailySmsLimit } = LIMITS;
  await store.append([
    { kind: 'device', v: { ...deviceOf('bus'), dailyEmailLimit, dailySmsLimit } },
    { kind: 'notification', v: ruleOf('alarm', { phones: ['+34600000001'] }) },
  ]);
  outbox.restart();

  const raised: string[] = [];
  const minutes = HOURS_OFFLINE * 60;
  const at = new Set<number>();
  while (at.size < ALERTS) at.add(random.below(minutes));
  let kills = 0;
  const kill = (): void => {
    kills += 1;
    outbox.restart();
  };
  for (let minute = 0; minute < 2 * minutes; minute++) {
    if (minute === minutes) for (const testChannel of [email, sms]) testChannel.become('ready');
    if (at.has(minute)) {
      raised.push(new Date(outbox.clock.now()).toISOString());
      await raise('bus', random.pick(ALERT_NAMES));
    }
    if (minute % 500 === 250) await store.append([{ kind: 'message', v: messageOf('bus') }]);
    if (minute % 97 === 0) {
      store.refuse(diskFull());
      await pass(MINUTE);
      store.refuse();
    } else await pass(MINUTE);
    if (hanging.size > 0 || random.below(200) === 0) kill();
    hanging.clear();
  }
  return { rows: all(), raised, handed: delivered, overtaken, kills };
}

describe('three days without a channel', () => {
  for (const seed of [1, 2, 3]) {
    it(`each alert keeps one message, and the daily limits hold once the channels are back (seed ${seed})`, async () => {
      const { rows, raised, handed: delivered, overtaken, kills } = await run(seed);
      const states: Record<string, number> = {};
      for (const channel of ['email', 'sms'] as const) {
        const own = rows.filter((row) => row.channel === channel && isFromAlert(row));
        expect(
          own.map(({ cause }) => cause.alert?.dateTime),
          'one message per alert',
        ).to.have.members(raised);
        for (const { state } of own) states[`${channel} ${state}`] = (states[`${channel} ${state}`] ?? 0) + 1;
        const days = new Map<string, number>();
        for (const { date, channel: by } of delivered) if (by === channel) days.set(date, (days.get(date) ?? 0) + 1);
        expect(Math.max(...days.values()), 'sent on one date').to.be.at.most(LIMITS[channel]);
      }
      expect(new Set(delivered.map(({ id }) => id)).size, 'nothing is sent twice').to.equal(delivered.length);
      expect(overtaken, 'alerts go first').to.deep.equal([]);
      expect(rows.filter(({ state }) => state === 'sending')).to.have.length(0);
      const sent = rows.filter(({ state }) => state === 'sent' || state === 'uncertain');
      expect(sent.map(({ id }) => id)).to.have.members(delivered.map(({ id }) => id));
      expect(sent.length).to.be.greaterThan(20);
      console.log(`      ${raised.length} alerts, ${kills} kills: ${JSON.stringify(states)}`);
    });
  }
});
