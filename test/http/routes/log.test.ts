import { expect } from 'chai';
import { useApp } from '../../support/app.js';
import { expectFailure, expectSuccess } from '../../support/envelope.js';
import { createLogKeeper } from '../../support/log-lines.js';

describe('the log level', () => {
  const kept = createLogKeeper();
  const app = useApp({ logger: kept.logger });
  const messages = (): string[] => kept.lines().map(({ msg }) => msg);

  it('is the configured one until it is set, and is shown beside it', async () => {
    const { body } = await app.call('GET', '/api/log');
    expect(body).to.include({ level: 'info', configured: 'info' });
  });

  it('is set at once, and who did it is written even where the log falls silent', async () => {
    const answer = await app.call('PUT', '/api/log', { level: 'silent' });
    expectSuccess(answer);
    expect(answer.body).to.include({ level: 'silent', configured: 'info' });
    expect(kept.lines().at(-1)).to.deep.include({ msg: 'the log level was set', level: 'silent', by: 'admin' });
    const count = messages().length;
    await app.call('GET', '/api/devices');
    expect(messages()).to.have.length(count);
    await app.call('PUT', '/api/log', { level: 'debug' });
    expect(kept.lines()[count]).to.deep.include({ msg: 'the log level was set', level: 'debug', before: 'silent' });
    await app.call('GET', '/api/devices');
    expect(messages().length).to.be.above(count + 1);
  });

  it('takes back what was shown, and no level that there is not', async () => {
    const { level, configured } = (await app.call('GET', '/api/log')).body;
    expectSuccess(await app.call('PUT', '/api/log', { level, configured }));
    const refused = await app.call('PUT', '/api/log', { level: 'loud' });
    expectFailure(refused, 'validation_failed');
    expect(refused.body.error).to.contain('must be one of silent, error, warn, info, debug');
  });

  it('is the configured one again after a restart', async () => {
    await app.call('PUT', '/api/log', { level: 'error' });
    await app.change([]);
    expect((await app.call('GET', '/api/log')).body).to.include({ level: 'info', configured: 'info' });
  });
});
