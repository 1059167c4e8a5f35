import { expect } from 'chai';
import { signIn } from '../support/api/client.js';
import { runScript } from '../support/attack/child.js';
import { prepareTarget } from '../support/attack/prepare-target.js';
import { startProbe } from '../support/attack/probe.js';
import { freePort } from '../support/gateway/free-port.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { createMemoryLimit } from '../support/machine/memory-limit.js';
import { useFolder } from '../support/store/folder.js';
import type { Attack } from './attack.js';
import { ATTACK_NAMES, ATTACKS } from './attacks/index.js';

const SECONDS = Number(process.env.WAYPOST_ATTACK_SECONDS ?? 6);
/** Health is answered within this time, ms. The attackers share the processor with the gateway. */
const MAX_HEALTH_P99_MS = Number(process.env.WAYPOST_ATTACK_P99_MS ?? 250);
const MEBIBYTE = 1_048_576;

describe('abuse of a gateway with the memory of its unit', () => {
  const folder = useFolder();

  for (const name of ATTACK_NAMES) {
    const attack: Attack = ATTACKS[name];
    it(`a gateway stays up under ${attack.title}, and starts again`, async function () {
      this.timeout(this.timeout() + SECONDS * 1_000);
      const limit = createMemoryLimit(name);
      const trackerPorts = [await freePort(), await freePort()];
      const listenerPort = await freePort();
      const config = configOf(attack, trackerPorts, listenerPort);
      const start = () => startGateway({ folder: folder(), config, under: limit.under });
      const gateway = await start();
      const admin = await signIn(gateway.url, { apiKey: TEST_KEY });
      const target = await prepareTarget(admin, gateway.url, {
        ...{ trackerPorts, listenerPort, farSidePort: await freePort(), seconds: SECONDS, scale: 1 },
      });
      await attack.prepare?.(admin, target);
      const probe = startProbe(gateway.url);
      const attacker = runScript<Record<string, number>>('attack/run-attack', [name, JSON.stringify(target)]);
      const [seen] = await Promise.all([attacker.result, attack.meanwhile?.(admin, target)]);
      const health = await probe.end();
      expect(gateway.process.exitCode ?? gateway.process.signalCode, gateway.output().slice(-500)).to.equal(null);
      await attack.verify?.({ admin, target });
      const peak = Math.round(limit.peakBytes() / MEBIBYTE);
      console.log(`      ${JSON.stringify(seen)}; health p99 ${health.p99} ms (max ${health.max}), peak ${peak} MiB`);
      expect(await gateway.end('SIGTERM'), 'exit status').to.equal(0);
      const again = await start();
      const { body } = await (await signIn(again.url, { apiKey: TEST_KEY })).call('GET', '/api/health');
      expect(body.store).to.deep.include({ writable: true, losses: [] });
      expect(await again.end('SIGTERM'), 'exit status').to.equal(0);
      limit.remove();
      expect(health.failed, 'health without an answer').to.equal(0);
      expect(health.p99, 'health p99, ms').to.be.at.most(MAX_HEALTH_P99_MS);
    });
  }
});

/** The mail server is not there: a depot offline. */
const configOf = ({ config = {} }: Attack, trackerPorts: readonly number[], listenerPort: number): object => ({
  mdns: { enabled: false },
  log: { level: 'warn' },
  notifications: { email: { smtp: { host: '127.0.0.1', port: 9, requireTls: false }, from: 'waypost@depot.example' } },
  serial: {
    ports: trackerPorts.map((port) => ({ path: `tcp://127.0.0.1:${port}`, protocol: 'json' })),
    listeners: [{ transport: 'tcp', host: '127.0.0.1', port: listenerPort, protocol: 'json' }],
  },
  ...config,
});
