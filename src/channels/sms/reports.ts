import { receivedOf } from './pdu/received.js';

/** What the network told of a part of a message that was sent. */
export type DeliveryReport = {
  /** of the message */
  readonly id: string;
  readonly part: number;
  readonly parts: number;
  /** trying: the telephone is off, and another report follows */
  readonly fate: 'delivered' | 'trying' | 'failed';
  /** the network's own word (3GPP TS 23.040, 9.2.3.15) */
  readonly status: number;
};

type Sent = { readonly id: string; readonly to: string; readonly part: number; readonly parts: number };

export type Reports = {
  /** This part is about to be given to the modem; the reference it gets is what is heard next of one. */
  giving: (sent: Sent) => void;
  hear: (line: string) => void;
  /** What was being heard ends with the port. */
  forget: () => void;
};

/** Enough to tell numbers apart; a report may have the number in another form than it was dialled in. */
const sameDigits = 6;
const tailOf = (number: string): string => number.slice(-sameDigits);

/**
 * Matches reports with what was sent, by the modem's reference and by the number. There are 256 references: one used
 * again is forgotten for what it was before.
 */
export function createReports(onReport: (report: DeliveryReport) => void): Reports {
  const pending = new Map<number, Sent>();
  let given: Sent | undefined;
  let follows = false;

  function take(pdu: string): void {
    const received = receivedOf(pdu);
    if (!received.ok || received.value.type !== 'status-report') return;
    const { reference, to, fate, status } = received.value;
    const sent = pending.get(reference);
    if (sent === undefined || tailOf(sent.to) !== tailOf(to)) return;
    if (fate !== 'trying') pending.delete(reference);
    onReport({ id: sent.id, part: sent.part, parts: sent.parts, fate, status });
  }

  return {
    giving(sent) {
      given = sent;
    },
    hear(line) {
      // A report may come in the same breath as the reference, before anybody has looked at the answer.
      const reference = /^\+CMGS: *(\d{1,3})/.exec(line)?.[1];
      if (reference !== undefined && given !== undefined) {
        pending.set(Number(reference), given);
        given = undefined;
      }
      // The PDU is the line after its announcement.
      if (follows) take(line);
      follows = line.startsWith('+CDS:');
    },
    forget() {
      given = undefined;
      follows = false;
    },
  };
}
