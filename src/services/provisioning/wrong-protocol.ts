import { success } from '../../errors.js';
import type { Dialogue } from '../../protocols/provision.js';
import type { PortStatus } from '../../schema/ports/port.js';
import type { Capability } from './capabilities.js';
import type { DialogueRunner } from './dialogue-runner.js';
import type { FailureReason } from './procedure.js';

/** A port that decoded a tracker longer ago may have another one now. */
const RECENT_MS = 60_000;
/** All questions to trackers of other protocols together. */
const QUESTIONS_MS = 5_000;
/** Some dialogues listen before they ask. */
const LISTEN_MS = 200;

/** The protocol that the port decoded just now, if its trackers cannot get a template of `protocol`. */
export function otherProtocolOn(
  port: Pick<PortStatus, 'state' | 'protocol' | 'lastFrameAt'> | undefined,
  { protocol }: Capability,
  now: number,
): string | undefined {
  if (port?.state !== 'open' || port.lastFrameAt === null || now - Date.parse(port.lastFrameAt) > RECENT_MS)
    return undefined;
  const isFitting = ['auto', protocol.name, protocol.supersedes].includes(port.protocol);
  return isFitting ? undefined : port.protocol;
}

/** Asks trackers of other protocols who they are; returns the protocol of the one that replies. Nothing is changed. */
export async function askOthers(
  runner: Pick<DialogueRunner, 'run'>,
  others: readonly Capability[],
  random: () => number,
): Promise<string | undefined> {
  for (const { protocol, provision } of others) {
    const driver = provision.open({ secrets: {}, nonce: Math.floor(random() * 2 ** 32) });
    const answered = await runner.run(waitForAnswer(driver.identify(), QUESTIONS_MS / others.length));
    if (!answered.ok) return undefined;
    if (answered.value) return protocol.name;
  }
  return undefined;
}

/** Runs a dialogue until its first answer, or for `budgetMs`. */
function* waitForAnswer(dialogue: Dialogue<unknown>, budgetMs: number): Dialogue<boolean> {
  const answer = { isThere: false };
  let leftMs = budgetMs;
  for (let next = dialogue.next(); next.done !== true && leftMs > 0; next = dialogue.next()) {
    const { send, timeoutMs, onData } = next.value;
    const waitMs = Math.min(timeoutMs, send === undefined ? LISTEN_MS : leftMs, leftMs);
    leftMs -= waitMs;
    yield {
      ...(send !== undefined && { send }),
      timeoutMs: waitMs,
      onData(chunk) {
        answer.isThere = onData(chunk);
        return answer.isThere;
      },
    };
    if (answer.isThere) return success(true);
  }
  return success(false);
}

export const wrongProtocol = (otherProtocol: string, { protocol }: Capability): FailureReason => ({
  code: 'wrong_protocol',
  message: `a ${otherProtocol} tracker is on this port, but the template is for ${protocol.name}: plug in another tracker, or choose another template`,
});
