import { fork, type ChildProcess } from 'node:child_process';
import { createMosquitto, type Mosquitto } from '../../support/uplinks/mosquitto.js';
import { nextMessage } from '../measure/cores.js';
import type { Consumed, ToConsumer } from './consumer.js';

/** The broker of the uplink, and the process that reads from it and from the gateway. */
export type FarSide = {
  readonly broker: Mosquitto;
  readonly signIn: (url: string, token: string) => void;
  readonly consumed: () => Promise<Consumed>;
  readonly close: () => Promise<void>;
};

/**
 * The broker is ended with SIGTERM, so that it saves what its subscriber has not got yet: one that is killed loses messages
 * that it has acknowledged, and that is no fault of the gateway.
 */
export const END_OF_BROKER = 'SIGTERM';

export async function startFarSide(isTiny: boolean): Promise<FarSide> {
  const broker = await createMosquitto({
    lines: [
      ...['log_type none', 'log_type information', 'persistence true', 'autosave_interval 1800'],
      ...['max_queued_messages 0', 'max_inflight_messages 100'],
    ],
  });
  let child: ChildProcess | undefined;
  try {
    await broker.start();
    const args = [broker.url, isTiny ? 'tiny' : 'full'];
    child = fork('dist/test/bench/soak/consumer.js', args, { serialization: 'advanced' });
    await nextMessage(child);
  } catch (error) {
    child?.kill('SIGKILL');
    await broker.remove();
    throw error;
  }
  const consumer = child;
  const send = (message: ToConsumer): void => void consumer.send(message);
  return {
    broker,
    signIn: (url, token) => {
      send({ kind: 'sign-in', url, token });
    },
    consumed() {
      const consumed = nextMessage<Consumed>(consumer);
      send({ kind: 'report' });
      return consumed;
    },
    async close() {
      if (consumer.connected) consumer.disconnect();
      await broker.remove();
    },
  };
}
