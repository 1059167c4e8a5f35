import { join } from 'node:path';
import type { DeliveryReport, SendResult } from '../../../src/channels/channel.js';
import { createSmsModem, type SmsModem } from '../../../src/channels/sms/modem.js';
import type { SmsConfig } from '../../../src/channels/sms/sms-config.js';
import { silentLogger } from '../../../src/logger.js';
import { openSerialPort } from '../../../src/serial/transport/serial-port.js';
import { readNodeIdentity } from '../../../src/serial/linux/node-identity.js';
import {
  createSimulatedModem,
  type SimulatedModem,
  type SimulatedModemOptions,
} from '../../../src/simulator/modem/modem.js';
import { openVirtualPort, type VirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { eventually } from '../gateway/eventually.js';
import { useFolder } from '../store/folder.js';
import { createTestTimers } from '../time/test-timers.js';

type Setting = { readonly config?: Partial<SmsConfig>; readonly modem?: Partial<SimulatedModemOptions> };

/** Advance of the modem's time per check of a condition: faster than real time, slower than the line. */
const stepMs = 20;

/**
 * The channel and a simulated modem with a real port between them, and time that advances while the test waits
 * for a condition. Call it in `describe`.
 */
export function useTestModem() {
  const folder = useFolder();
  const { timers, advance } = createTestTimers();
  const lines: VirtualPort[] = [];
  const channels: SmsModem[] = [];
  afterEach(async () => {
    await Promise.all(channels.splice(0).map((channel) => channel.stop()));
    for (const line of lines.splice(0)) line.close();
  });

  const until = async (what: string, condition: () => boolean): Promise<void> => {
    await eventually(
      what,
      async () => {
        await advance(stepMs);
        return condition();
      },
      { maxPauseMs: 2 },
    );
  };

  function set({ config = {}, modem = {} }: Setting = {}) {
    const port = openVirtualPort(join(folder(), 'modem'));
    const simulated: SimulatedModem = createSimulatedModem({
      send: (text) => void port.write(text).catch(() => undefined),
      ...modem,
    });
    port.onData(simulated.onData);
    const reports: DeliveryReport[] = [];
    const channel = createSmsModem({
      config: { path: port.path, baudRate: 115_200, pin: '', smsc: '', ...config },
      openPort: openSerialPort,
      readNodeIdentity,
      timers,
      logger: silentLogger,
    });
    const sms = {
      ...channel,
      start(): void {
        channel.start((report) => reports.push(report));
      },
    };
    lines.push(port);
    channels.push(channel);

    const isReady = (): boolean => sms.status().state === 'ready';
    return {
      line: port,
      modem: simulated,
      sms,
      reports,
      isReady,
      start: async (): Promise<void> => {
        sms.start();
        await until('the modem is ready', isReady);
      },
      /** Sends a text and advances the time until it has a result. */
      send: async (text = 'hello', to = '+34600123456', id = 'm-1'): Promise<SendResult> => {
        let outcome: SendResult | undefined;
        void sms.send({ id, to, text }).then((settled) => (outcome = settled));
        await until('the message is settled', () => outcome !== undefined);
        if (outcome === undefined) throw new Error('the message is not settled');
        return outcome;
      },
    };
  }
  return { set, until, advance, timers };
}
