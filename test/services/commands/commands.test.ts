import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { failure } from '../../../src/errors.js';
import { expectFailure } from '../../support/api/expect-failure.js';
import { createTestCommands, PORT } from '../../support/channels/test-commands.js';
import { userOf } from '../../support/api/users.js';

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

  it('a device that reported only over HTTP, or never, has no port', async () => {
    const test = createTestCommands();
    await test.register(['bus'], { hasReported: false });
    expectFailure(await test.post({}), 'conflict', /device bus has not reported on any port yet/);
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
