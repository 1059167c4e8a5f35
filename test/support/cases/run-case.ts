import type { CaseOutcome, Sample, SentWrite } from './case-outcome.js';
import { EXAMPLE_TIME, openCaseGateway, type CaseGateway } from './case-gateway.js';
import { openCaseListener } from './listener-run.js';
import { openCasePort, type CaseLine } from './port-run.js';
import { renderWrite } from './render-write.js';
import type { SerialCase } from './serial-case.js';

const SECOND_MS = 1_000;
/** After the last write, until the records are read. */
const END_MS = 11 * SECOND_MS;

/** Runs a case in this process, by a clock of its own. */
export async function runCase(serialCase: SerialCase): Promise<CaseOutcome> {
  const gateway = await openCaseGateway(serialCase.configuration.clock === undefined);
  try {
    const line = await openLine(serialCase, gateway);
    const samples: Sample[] = [];
    const sample = (): void => void samples.push(gateway.sample(serialCase.device));
    const sent = await sendAll(serialCase, gateway, line, sample);
    await line.pass(END_MS);
    const reason = line.reason();
    const rest = await line.close();
    sample();
    const stored = await gateway.locationsOfAll();
    const locationsOf = (deviceId: string) => stored.get(deviceId) ?? [];
    return {
      ...{ t: EXAMPLE_TIME, writes: sent.writes, reason, samples, locationsOf },
      replies: [...sent.replies.slice(0, -1), (sent.replies.at(-1) ?? '') + rest],
      locations: locationsOf(serialCase.device),
      alerts: await gateway.alertsOf(serialCase.device),
      last: gateway.sample(serialCase.device).last,
      now: gateway.now(),
    };
  } finally {
    await gateway.close();
  }
}

function openLine({ id, configuration }: SerialCase, gateway: CaseGateway): Promise<CaseLine> {
  const { port, listener } = configuration;
  if (port !== undefined) return openCasePort(gateway, port);
  if (listener !== undefined) return openCaseListener(gateway, listener);
  throw new Error(`${id}: neither a port nor a listener`);
}

async function sendAll(
  { input }: SerialCase,
  { now }: CaseGateway,
  line: CaseLine,
  onWritten: () => void,
): Promise<{ readonly writes: readonly SentWrite[]; readonly replies: readonly string[] }> {
  const writes: SentWrite[] = [];
  const replies: string[] = [];
  for (const { after = 0, repeat = 1, ...write } of input) {
    for (let count = 0; count < repeat; count += 1) {
      await line.pass(after * SECOND_MS);
      const bytes = renderWrite(write, { t: EXAMPLE_TIME, now: now() });
      writes.push({ at: now(), text: bytes.toString('latin1') });
      replies.push(await line.write(bytes));
      onWritten();
    }
  }
  return { writes, replies };
}
