import { expect } from 'chai';
import { openCore } from '../../../src/core.js';
import { failure, success, valueOf } from '../../../src/errors.js';
import { createGatewayUplinks } from '../../../src/gateway-uplinks.js';
import { silentLogger } from '../../../src/logger.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import type { User } from '../../../src/schema/accounts/user.js';
import { byUser } from '../../../src/services/edits.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { useMosquitto } from '../../support/uplinks/mosquitto.js';
import { subscribe } from '../../support/uplinks/mqtt-subscriber.js';

describe('the author of a command over MQTT', () => {
  const broker = useMosquitto();
  const folder = useFolder();

  it('a command has the uplink and the address of its broker as its author', async () => {
    const uplinks = [{ name: 'broker', type: 'mqtt', url: broker().url, commands: true }];
    const config = valueOf(validateConfig({ uplinks }));
    const core = await openCore({ config, data: folder() }, { logger: silentLogger });
    await core.store.append([{ kind: 'gateway', v: { id: 'north' } }]);
    const posted: User[] = [];
    const { forwarders } = createGatewayUplinks(core, (user) => {
      posted.push(user);
      return Promise.resolve(failure('conflict', 'no port'));
    });
    forwarders.start();
    const people = await subscribe(broker().url);
    await eventually('the gateway takes commands', () => broker().log().includes('/device/+/command (QoS 1)'));
    await people.client.publishAsync('waypost/north/device/bus/command', 'REBOOT', { qos: 1 });
    await eventually('the command comes', () => posted.length === 1);
    const author = { type: 'uplink', uplink: 'broker', name: '', address: broker().url };
    expect(posted.map(byUser)).to.deep.equal([author]);
    // It keeps its author when its turn comes.
    for (const user of posted)
      await core.edits(user, (current) => {
        expect(byUser(current)).to.deep.equal(author);
        return Promise.resolve(success(undefined));
      });
    await people.end();
    await forwarders.stop();
    await core.store.close();
  });
});
