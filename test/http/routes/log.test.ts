import { expect } from 'chai';
import { useApp } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { createLogKeeper } from '../../support/gateway/log-lines.js';

describe('the log level', () => {
  const log = createLogKeeper();
  const app = useApp({ logger: log.logger });
  const messages = (): string[] => log.lines().map(({ msg }) => msg);

  it('the level is the configured one until it is set', async () => {
    const { body } = await app.call('GET', '/api/log');
    expect(body).to.include({ level: 'info', configured: 'info' });
  });

  it('a change applies at once and is logged with its user, even to silent', async () => {
    const answer = await app.call('PUT', '/api/log', { level: 'silent' });
    expectSuccess(answer);
    expect(answer.body).to.include({ level: 'silent', configured: 'info' });
    expect(log.lines().at(-1)).to.deep.include({ msg: 'log level was set', level: 'silent', by: 'admin' });
    const count = messages().length;
    await app.call('GET', '/api/devices');
    expect(messages()).to.have.length(count);
    await app.call('PUT', '/api/log', { level: 'debug' });
    expect(log.lines()[count]).to.deep.include({ msg: 'log level was set', level: 'debug', before: 'silent' });
    await app.call('GET', '/api/devices');
    expect(messages().length).to.be.above(count + 1);
  });

  it('PUT accepts the response of GET and refuses unknown levels', async () => {
    const { level, configured } = (await app.call('GET', '/api/log')).body;
    expectSuccess(await app.call('PUT', '/api/log', { level, configured }));
    const refused = await app.call('PUT', '/api/log', { level: 'loud' });
    expectFailure(refused, 'validation_failed');
    expect(refused.body.error).to.contain('must be one of silent, error, warn, info, debug');
  });

  it('the configured level applies again after a restart', async () => {
    await app.call('PUT', '/api/log', { level: 'error' });
    await app.change([]);
    expect((await app.call('GET', '/api/log')).body).to.include({ level: 'info', configured: 'info' });
  });
});
