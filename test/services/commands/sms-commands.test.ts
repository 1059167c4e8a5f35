import { expect } from 'chai';
import { expectFailure } from '../../support/api/expect-failure.js';
import { createTestCommands } from '../../support/channels/test-commands.js';
import { userOf } from '../../support/api/users.js';

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
