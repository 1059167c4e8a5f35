import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openKeys } from '../../src/store/keys.js';
import { openSecrets, type Secrets } from '../../src/store/secrets.js';
import { expectFailure } from '../support/api/expect-failure.js';
import { useFolder } from '../support/store/folder.js';

describe('the secrets that administrators set', () => {
  const FOR = { url: 'https://center.example' };
  const data = useFolder();
  const content = async (): Promise<object> => JSON.parse(await readFile(join(data(), 'keys.json'), 'utf8')) as object;
  const open = async (): Promise<Secrets> => {
    await openKeys(data());
    return openSecrets(data());
  };
  const SETTINGS = { 'notifications.email.smtp.password': 'post office', 'notifications.sms.pin': '1234' };

  it('those of webhooks and uplinks are found again after a restart, each under its own name', async () => {
    const { named } = await open();
    await named.save('webhooks', 'dispatch', { secret: 'first' }, FOR);
    await named.save('uplinks', 'dispatch', { password: 'second', nkeySeed: '' }, FOR);
    const again = (await openSecrets(data())).named;
    expect(again.get('webhooks', 'dispatch').secrets).to.deep.equal({ secret: 'first' });
    expect(again.get('uplinks', 'dispatch').secrets).to.deep.equal({ password: 'second' });
    expect(again.get('webhooks', 'other').secrets).to.deep.equal({});
  });

  it('saving the settings keeps the named ones and the key of the tokens, and the other way around', async () => {
    const { jwtSecret } = await openKeys(data());
    const { named, saveSettings } = await open();
    await Promise.all([named.save('webhooks', 'dispatch', { secret: 'first' }, FOR), saveSettings(SETTINGS)]);
    await named.save('webhooks', 'night', { secret: 'third' }, FOR);
    const again = await openSecrets(data());
    expect(again.settings).to.deep.equal(SETTINGS);
    expect(again.named.get('webhooks', 'dispatch').secrets).to.deep.equal({ secret: 'first' });
    expect((await openKeys(data())).jwtSecret.equals(jwtSecret)).to.equal(true);
  });

  it('saving no secret of a name removes all of it and nothing else, also where names share a beginning', async () => {
    const { named } = await open();
    await named.save('webhooks', 'a', { secret: 'of a' }, FOR);
    await named.save('webhooks', 'a.b', { secret: 'of a.b' }, FOR);
    expect(named.get('webhooks', 'a').secrets).to.deep.equal({ secret: 'of a' });
    await named.save('webhooks', 'a', {}, FOR);
    expect(named.get('webhooks', 'a').secrets).to.deep.equal({});
    expect(named.get('webhooks', 'a.b').secrets).to.deep.equal({ secret: 'of a.b' });
    expect(await content()).to.have.keys('jwtSecret', 'webhooks.a.b.secret', 'receivers');
  });

  it('their number and length are bounded, and a refused one changes nothing', async () => {
    const { named } = await open();
    expectFailure(await named.save('webhooks', 'long', { secret: 'x'.repeat(8_193) }, FOR), 'limit_reached', /8192/);
    for (let count = 0; count < 128; count += 1) await named.save('webhooks', `hook-${count}`, { secret: 'x' }, FOR);
    expectFailure(await named.save('webhooks', 'last', { secret: 'x' }, FOR), 'limit_reached', /at most 128/);
    expect(named.get('webhooks', 'last').secrets).to.deep.equal({});
    expect(Object.keys(await content())).to.have.length(130);
  });

  it('a file that cannot be read refuses the save and stays as it is', async () => {
    const { named } = await open();
    await writeFile(join(data(), 'keys.json'), '{');
    const refused = await named.save('webhooks', 'a', { secret: 'x' }, FOR).catch((error: unknown) => error);
    expect(refused).to.have.property('code', 'store_unavailable');
    expect(await readFile(join(data(), 'keys.json'), 'utf8')).to.equal('{');
    expect(named.get('webhooks', 'a').secrets).to.deep.equal({});
  });
});
