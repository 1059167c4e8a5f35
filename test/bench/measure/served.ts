import { setTimeout as delay } from 'node:timers/promises';
import { drive, type Driven, type DriveOptions } from './drive.js';
import { cpuSeconds, ownCpuSeconds, watchPeakMb } from './process.js';

/** What a server does under a load. */
export type Served = Driven & {
  /** of the server, for a request */
  readonly cpuUs: number;
  readonly peakMb: number;
  /** % of a core that the load itself took: near 100, the load is measured instead of the server */
  readonly loadCpu: number;
};

/** Drives a server, and counts its processor time per request and its memory. */
export async function driveServer(pid: number, options: DriveOptions): Promise<Served> {
  const peak = watchPeakMb(pid);
  const before = cpuSeconds(pid);
  const [own, begun] = [ownCpuSeconds(), performance.now()];
  const driven = await drive(options);
  const loadCpu = (1e5 * (ownCpuSeconds() - own)) / (performance.now() - begun);
  const cpuUs = (1e6 * (cpuSeconds(pid) - before)) / driven.requests;
  const peakMb = peak();
  await settle(pid);
  return { ...driven, cpuUs, peakMb, loadCpu };
}

const LOOK_MS = 200;
const MOST_LOOKS = 50;
/** s of processor time between two looks */
const IDLE_CPU = 0.02;

/** Waits for the work that a server does after the load, since the next one is measured on the same core. */
export async function settle(pid: number): Promise<void> {
  let before = cpuSeconds(pid);
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await delay(LOOK_MS);
    const now = cpuSeconds(pid);
    if (now - before <= IDLE_CPU) return;
    before = now;
  }
}
