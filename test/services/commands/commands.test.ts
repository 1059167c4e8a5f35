import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { failure } from '../../../src/errors.js';
import { expectFailure } from '../../support/expect-failure.js';
import { createTestCommands, PORT } from '../../support/test-commands.js';
import { userOf } from '../../support/users.js';

const away = failure('unavailable', `${PORT} is not open`);

describe('commands to ports', () => {
  it('a command is durable before it is written, and its reply is the result', async () => {
    const test = createTestCommands();
    await test.register();
    const kinds: string[] = [];
    test.store.subscribe((entries) => kinds.push(...entries.map(({ kind }) => `${kind} ${test.sent.length}`)));
    const posted = test.post({});
    await turn();
    expect(kinds).to.deep.equal(['command 0', 'command-begun 0']);
    expect(test.sent).to.have.lengthOf(1);
    expect(test.sent[0]).to.include({ path: PORT, deviceId: 'bus' });
    expect(test.states()).to.deep.equal(['status sending']);
    test.sent[0]?.answer({ state: 'done', result: 'all well' });
    const id = String(test.store.state.n - 1);
    expect(await posted).to.deep.equal({
      ok: true,
      value: { result: 'all well', command: { id, state: 'done' } },
    });
    expect(test.commands.get(test.admin, id)).to.have.property('value').that.includes({
      state: 'done',
      result: 'all well',
      port: PORT,
      protocol: 'test',
      user: 'id-of-admin',
    });
  });

  it('the commands of a device are sent one at a time in order, those of other devices meanwhile', async () => {
    const test = createTestCommands();
    await test.register(['bus', 'van']);
    const all = [test.post({ command: 'one' }), test.post({ command: 'two' }), test.post({ command: 'van' }, 'van')];
    await turn();
    expect(test.written()).to.deep.equal(['one', 'van']);
    test.sent[0]?.answer({ state: 'failed', result: 'no' });
    await turn();
    expect(test.written()).to.deep.equal(['one', 'van', 'two']);
    for (const { answer } of test.sent) answer({ state: 'done', result: 'yes' });
    expect((await Promise.all(all)).map((posted) => posted.ok && posted.value.command.state)).to.deep.equal([
      'failed',
      'done',
      'done',
    ]);
  });

  it('a request is answered after 25 s at the latest, while earlier commands are sent', async () => {
    const test = createTestCommands();
    await test.register();
    const posts = [test.post({ command: 'one' }), test.post({ command: 'two' })];
    await turn();
    await test.pass(25_000);
    const [one, two] = await Promise.all(posts);
    expect(one).to.have.nested.property('value.command.state', 'sending');
    expect(two).to.have.nested.property('value.command.state', 'queued');
    expect(two)
      .to.have.nested.property('value.result')
      .that.matches(/earlier commands/);
  });

  it('a refusal of the port or the protocol stores and writes nothing', async () => {
    const test = createTestCommands();
    await test.register(['bus']);
    const { n } = test.store.state;
    for (const [refusal, code] of [
      [away, 'conflict'],
      [failure('conflict', 'test takes no commands'), 'conflict'],
      [failure('validation_failed', '/command is too long'), 'validation_failed'],
    ] as const) {
      test.world.refusal = refusal;
      expectFailure(await test.post({}), code, new RegExp(refusal.message.replace(/[/.]/g, '.')));
    }
    expect(test.store.state.n).to.equal(n);
    expect(test.sent).to.deep.equal([]);
  });

  it('a device that was heard only over HTTP, or never, has no port', async () => {
    const test = createTestCommands();
    await test.register(['bus'], { heard: false });
    expectFailure(await test.post({}), 'conflict', /device bus was not heard on any port yet/);
  });

  it('an unknown or expired device, a missing privilege and an invalid command are refused', async () => {
    const test = createTestCommands();
    await test.register();
    expectFailure(await test.post({}, 'van'), 'not_found', /van/);
    expectFailure(await test.post({ command: '0', format: 'Hex' }), 'validation_failed', /\/command/);
    const reader = userOf('reader', { privileges: ['messages'] });
    const input = { command: 'x', format: 'Text', sms: false } as const;
    expectFailure(await test.commands.post(reader, 'bus', input), 'forbidden', /commands/);
    const device = test.store.state.devices.get('bus');
    if (device === undefined) throw new Error('no device');
    await test.store.append([{ kind: 'device', v: { ...device, expires: '2026-01-01T00:00:00.000Z' } }]);
    expectFailure(await test.post({}), 'device_expired', /has expired/);
  });

  it('at most 20 commands wait for a device, and 1,000 in all', async () => {
    const test = createTestCommands();
    await test.register(Array.from({ length: 51 }, (_, n) => `bus-${n}`));
    test.world.refusal = away;
    for (let n = 0; n < 50; n += 1) {
      for (let i = 0; i < 20; i += 1) {
        expect(await test.post({ waitMinutes: 5 }, `bus-${n}`)).to.have.property('ok', true);
      }
    }
    expectFailure(await test.post({ waitMinutes: 5 }, 'bus-0'), 'limit_reached', /20 commands wait for device bus-0/);
    expectFailure(await test.post({ waitMinutes: 5 }, 'bus-50'), 'limit_reached', /1000 commands wait/);
    expectFailure(await test.post({ sms: true }, 'bus-50'), 'limit_reached', /1000 commands wait/);
  });

  it('the newest 1,000 finished commands are kept, and 100 of a device', async () => {
    const test = createTestCommands();
    await test.register(Array.from({ length: 12 }, (_, n) => `bus-${n}`));
    test.world.refusal = away;
    for (let n = 0; n < 12; n += 1) {
      for (let i = 0; i < 101; i += 1) {
        const posted = await test.post({ waitMinutes: 5 }, `bus-${n}`);
        if (posted.ok) await test.commands.cancel(test.admin, posted.value.command.id);
      }
    }
    expect(test.store.state.finishedCommands.size).to.equal(1_000);
    expect(test.commands.list(test.admin, { deviceId: 'bus-11' })).to.have.lengthOf(100);
    expect(test.commands.list(test.admin, { deviceId: 'bus-0' })).to.have.lengthOf(0);
  });

  it('a queued command can be canceled, and one that is being sent cannot', async () => {
    const test = createTestCommands();
    await test.register();
    const posts = [test.post({ command: 'one' }), test.post({ command: 'two' })];
    await turn();
    const [one, two] = [...test.store.state.commands.keys()];
    expectFailure(await test.commands.cancel(test.admin, String(one)), 'conflict', /is sending: only queued/);
    expect(await test.commands.cancel(test.admin, String(two))).to.have.nested.property('value.state', 'canceled');
    expectFailure(await test.commands.cancel(test.admin, String(two)), 'conflict', /is canceled: only queued/);
    expect(await posts[1]).to.have.nested.property('value.command.state', 'canceled');
    test.sent[0]?.answer({ state: 'done', result: 'ok' });
    await posts[0];
    expect(test.written()).to.deep.equal(['one']);
    expectFailure(await test.commands.cancel(test.admin, '999'), 'not_found', /command 999 not found/);
  });

  it('users without the privilege, or restricted to other devices, see no command', async () => {
    const test = createTestCommands();
    await test.register();
    test.world.refusal = away;
    const posted = await test.post({ waitMinutes: 5 });
    const id = posted.ok ? posted.value.command.id : '';
    const other = userOf('other', { privileges: ['commands'], deviceId: 'van' });
    expect(test.commands.list(other, {})).to.deep.equal([]);
    expectFailure(test.commands.get(other, id), 'not_found', /not found/);
    const reader = userOf('reader');
    expect(test.commands.list(reader, {})).to.deep.equal([]);
    expectFailure(test.commands.get(reader, id), 'forbidden', /privilege commands/);
    expectFailure(await test.commands.cancel(reader, id), 'forbidden', /privilege commands/);
  });

  it('a store that fails refuses a command, and nothing is written', async () => {
    const test = createTestCommands();
    await test.register();
    test.store.refuse(new Error('disk full'));
    await test.post({}).then(
      () => expect.fail('accepted'),
      (error: unknown) => expect(String(error)).to.include('disk full'),
    );
    expect(test.sent).to.deep.equal([]);
  });

  it('a result that cannot be stored is stored once the store works again, and nothing is sent twice', async () => {
    const test = createTestCommands();
    await test.register();
    const posted = test.post({});
    await turn();
    test.store.refuse(new Error('disk full'));
    test.sent[0]?.answer({ state: 'done', result: 'ok' });
    await test.pass(3_000);
    expect(test.states()).to.deep.equal(['status sending']);
    test.store.refuse();
    await test.pass(1_000);
    expect(await posted).to.have.nested.property('value.command.state', 'done');
    expect(test.sent).to.have.lengthOf(1);
  });

  it('a port that becomes unavailable between two commands fails the next one, and nothing is written', async () => {
    const test = createTestCommands();
    await test.register();
    const posts = [test.post({ command: 'one' }), test.post({ command: 'two' })];
    await turn();
    test.world.refusal = away;
    test.sent[0]?.answer({ state: 'uncertain', result: 'lost' });
    const [, two] = await Promise.all(posts);
    expect(two).to.have.nested.property('value.command.state', 'failed');
    expect(two).to.have.nested.property('value.result', `nothing was written: ${away.message}`);
    expect(test.sent).to.have.lengthOf(1);
  });
});

describe('commands that wait for their device', () => {
  async function waitingCommand(test: ReturnType<typeof createTestCommands>, minutes = 5): Promise<string> {
    test.world.refusal = away;
    const posted = await test.post({ waitMinutes: minutes });
    if (!posted.ok) throw new Error(posted.message);
    expect(posted.value.command.state).to.equal('queued');
    expect(posted.value.result).to.match(/waits for the next report of the device, until 2026-11-21T08:05:00.000Z/);
    return posted.value.command.id;
  }

  it('a waiting command is sent once at the next report of its device', async () => {
    const test = createTestCommands();
    await test.register(['bus', 'van']);
    await waitingCommand(test);
    test.world.refusal = undefined;
    await test.report('van');
    await turn();
    expect(test.sent).to.have.lengthOf(0);
    await test.report('bus', 2);
    await test.report('bus', 3);
    await turn();
    expect(test.sent).to.have.lengthOf(1);
    test.sent[0]?.answer({ state: 'done', result: 'ok' });
    await turn();
    await test.report('bus', 4);
    await turn();
    expect(test.sent).to.have.lengthOf(1);
    expect(test.states()).to.deep.equal(['status done']);
  });

  it('a waiting command goes on waiting while the port is unavailable, and fails if the protocol takes none', async () => {
    const test = createTestCommands();
    await test.register();
    await waitingCommand(test);
    await test.report('bus', 2);
    await turn();
    expect(test.states()).to.deep.equal(['status queued']);
    test.world.refusal = failure('conflict', 'test takes no commands');
    await test.report('bus', 3);
    await turn();
    expect(test.states()).to.deep.equal(['status failed']);
  });

  it('a command behind a waiting one waits too, or is refused if it does not wait', async () => {
    const test = createTestCommands();
    await test.register();
    await waitingCommand(test);
    test.world.refusal = undefined;
    expectFailure(await test.post({ command: 'now' }), 'conflict', /waits for the next report of device bus/);
    expect(await test.post({ command: 'later', waitMinutes: 1 })).to.have.nested.property(
      'value.command.state',
      'queued',
    );
    await test.report('bus', 2);
    await turn();
    test.sent[0]?.answer({ state: 'done', result: 'ok' });
    await turn();
    expect(test.written()).to.deep.equal(['status', 'later']);
  });

  it('a command that can be sent at once does not wait', async () => {
    const test = createTestCommands();
    await test.register();
    const posted = test.post({ waitMinutes: 5 });
    await turn();
    test.sent[0]?.answer({ state: 'done', result: 'ok' });
    expect(await posted).to.have.nested.property('value.command.state', 'done');
  });

  it('a waiting command expires by the trusted time, and nothing is written', async () => {
    const test = createTestCommands();
    await test.register();
    const id = await waitingCommand(test);
    await test.pass(299_000);
    expect(test.states()).to.deep.equal(['status queued']);
    await test.pass(6_000);
    expect(test.states()).to.deep.equal(['status expired']);
    expect(test.commands.get(test.admin, id))
      .to.have.nested.property('value.result')
      .that.matches(/in time/);
    test.world.refusal = undefined;
    await test.report('bus', 2);
    await turn();
    expect(test.sent).to.deep.equal([]);
  });

  it('a waiting command does not expire while the clock is not trusted, and its age counts from then', async () => {
    const test = createTestCommands();
    await test.register();
    await test.store.append([{ kind: 'clock', v: { quality: 'none' } }]);
    test.world.quality = 'none';
    await waitingCommand(test);
    await test.pass(3_600_000);
    expect(test.states()).to.deep.equal(['status queued']);
    // The clock was a day behind.
    test.clock.step(86_400_000);
    await test.store.append([{ kind: 'clock', v: { quality: 'ntp' } }]);
    const [command] = test.store.state.commands.values();
    expect(command?.queued.at).to.equal('2026-11-22T08:00:00.000Z');
    expect(command).to.not.have.property('untrusted');
    test.world.quality = 'ntp';
    await test.pass(5_000);
    expect(test.states()).to.deep.equal(['status expired']);
  });

  it('a waiting command survives a restart and is then sent once', async () => {
    const test = createTestCommands();
    await test.register();
    await waitingCommand(test);
    await test.restart();
    expect(test.states()).to.deep.equal(['status queued']);
    test.world.refusal = undefined;
    await test.report('bus', 2);
    await turn();
    expect(test.sent).to.have.lengthOf(1);
  });

  it('the removal of its device cancels a waiting command', async () => {
    const test = createTestCommands();
    await test.register();
    await waitingCommand(test);
    await test.store.append([{ kind: 'device-removed', v: { id: 'bus' } }]);
    test.world.refusal = undefined;
    await test.report('bus', 2);
    await turn();
    expect(test.sent).to.deep.equal([]);
    expect(test.states()).to.deep.equal(['status canceled']);
  });
});

describe('commands and a restart', () => {
  it('a command that was being sent becomes uncertain, and is not sent again', async () => {
    const test = createTestCommands();
    await test.register();
    void test.post({ command: 'one' });
    void test.post({ command: 'two' });
    await turn();
    expect(test.states()).to.deep.equal(['one sending', 'two queued']);
    await test.restart();
    expect(test.states()).to.deep.equal(['one uncertain', 'two expired']);
    await test.report('bus', 2);
    await test.pass(60_000);
    expect(test.written()).to.deep.equal(['one']);
  });

  it('a stop waits for the command that is being sent, and sends no further one', async () => {
    const test = createTestCommands();
    await test.register();
    void test.post({ command: 'one' });
    void test.post({ command: 'two' });
    await turn();
    let isStopped = false;
    const stopping = test.commands.stop().then(() => (isStopped = true));
    await turn();
    expect(isStopped).to.equal(false);
    test.sent[0]?.answer({ state: 'uncertain', result: 'closed' });
    await stopping;
    expect(test.states()).to.deep.equal(['one uncertain', 'two queued']);
    expect(test.waiting()).to.equal(0);
    await test.restart();
    expect(test.states()).to.deep.equal(['one uncertain', 'two expired']);
  });
});

describe('commands as SMS', () => {
  it('a command is queued as a message with the same id, and follows its state', async () => {
    const test = createTestCommands();
    await test.register();
    const posted = await test.post({ sms: true, command: '68656c6c6f', format: 'Hex' });
    if (!posted.ok) throw new Error(posted.message);
    const { id } = posted.value.command;
    expect(posted.value).to.deep.equal({ result: `SMS ${id}: queued`, command: { id, state: 'queued' } });
    expect(test.messages.get(test.admin, id)).to.have.property('value').that.includes({
      channel: 'sms',
      to: '+34600000001',
      text: 'hello',
      state: 'queued',
    });
    const state = (): unknown => test.commands.get(test.admin, id);
    await test.store.append([{ kind: 'message-begun', v: { id, date: '2026-11-21' } }]);
    expect(state()).to.have.nested.property('value.state', 'sending');
    await test.store.append([{ kind: 'message-returned', v: { id, reason: 'busy', counted: 0 } }]);
    expect(state()).to.have.nested.property('value.state', 'queued');
    expect(state()).to.have.nested.property('value.result', `SMS ${id}: queued (busy)`);
    const settled = { id, state: 'sent', reason: null, counted: 1, references: [] } as const;
    await test.store.append([{ kind: 'message-settled', v: settled }]);
    expect(state()).to.have.nested.property('value.state', 'done');
    expect(test.store.state.commands.size).to.equal(0);
    expect(test.sent).to.deep.equal([]);
  });

  it('a canceled command cancels its message, and the other way round', async () => {
    const test = createTestCommands();
    await test.register();
    for (const cancel of [test.commands.cancel, test.messages.cancel]) {
      const posted = await test.post({ sms: true });
      const id = posted.ok ? posted.value.command.id : '';
      await cancel(test.admin, id);
      expect(test.commands.get(test.admin, id)).to.have.nested.property('value.state', 'canceled');
      expect(test.messages.get(test.admin, id)).to.have.nested.property('value.state', 'suppressed');
    }
  });

  it('only users with the privilege see the text of the message', async () => {
    const test = createTestCommands();
    await test.register();
    const posted = await test.post({ sms: true, command: 'password 1234' });
    const id = posted.ok ? posted.value.command.id : '';
    const reader = userOf('reader', { privileges: ['messages'] });
    expect(test.messages.get(reader, id)).to.have.nested.property('value.text', '(command)');
    expect(JSON.stringify(test.messages.list(reader, {}))).to.not.include('1234');
    expect(test.messages.get(test.admin, id)).to.have.nested.property('value.text', 'password 1234');
  });

  it('a command is refused without a telephone number, with waitMinutes, as bytes and beyond the daily limit', async () => {
    const test = createTestCommands();
    await test.register(['bus']);
    await test.register(['no-number'], { min: '' });
    await test.register(['no-telephone'], { min: 'front desk' });
    const { n } = test.store.state;
    expectFailure(await test.post({ sms: true }, 'no-number'), 'conflict', /no telephone number: set its min/);
    expectFailure(await test.post({ sms: true }, 'no-telephone'), 'conflict', /not a telephone number/);
    expectFailure(await test.post({ sms: true, waitMinutes: 0 }), 'validation_failed', /^\/waitMinutes/);
    expectFailure(await test.post({ sms: true, command: 'FF', format: 'Hex' }), 'validation_failed', /^\/command/);
    expect(test.store.state.n).to.equal(n);
    const device = test.store.state.devices.get('bus');
    if (device === undefined) throw new Error('no device');
    await test.store.append([{ kind: 'device', v: { ...device, dailySmsLimit: 1 } }]);
    expect(await test.post({ sms: true })).to.have.property('ok', true);
    expectFailure(await test.post({ sms: true }), 'limit_reached', /daily sms limit/);
  });
});
