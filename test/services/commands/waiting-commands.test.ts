import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { failure } from '../../../src/errors.js';
import { expectFailure } from '../../support/api/expect-failure.js';
import { createTestCommands, PORT } from '../../support/channels/test-commands.js';

const away = failure('unavailable', `${PORT} is not open`);

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
