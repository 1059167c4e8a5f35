import type { Logger } from '../logger.js';
import type { Context, Counters, Protocol } from '../protocols/protocol.js';
import { isTcpPath } from '../schema/port-path.js';
import type { PortStatus } from '../schema/port.js';
import { createConversation, type Conversation } from './conversation.js';
import { createListening, usualBaudRates, type Heard, type Listening } from './listening.js';
import type { PortConfig } from './port-config.js';
import type { Port } from './port.js';
import type { Receive } from './receive.js';
import { createSpeech, type Speech } from './speech.js';
import type { Timers } from './timers.js';
import type { OnSettled } from './watching/watcher.js';

/** What every port says of the gateway, if it says anything. */
export type Gateway = Omit<Context, 'opening'>;

/** Understands what comes over a port, opened again and again, once it is known what is spoken. */
export type Hearing = {
  /** with which to open the port; null where the line has none */
  readonly baudRate: () => number | null;
  /** `opening`: which one of the port it is, from 1 */
  readonly begin: (port: Port, opening: number) => void;
  readonly hear: (chunk: Uint8Array) => void;
  /** The port is gone. */
  readonly end: () => void;
  /** Takes this to be spoken, whatever is heard, until it is told otherwise. */
  readonly insist: (protocol: Protocol) => void;
  /** What is spoken is as it is configured again. */
  readonly relax: () => void;
  /** Goes over to the speed; the next opening has it too. Rejects when the device refuses. */
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  /** Resolves when all that was heard is settled; what is held back is held no longer. */
  readonly release: () => Promise<unknown>;
  readonly status: () => Pick<PortStatus, 'protocol' | 'baudRate' | 'heard'>;
  /** undefined until it is known */
  readonly spoken: () => Protocol | undefined;
  /** what is amiss while the port is open, and the way out */
  readonly remark: () => string | null;
};

export type HearingParts = {
  readonly config: PortConfig;
  /** those that may be spoken: one, or what is spoken is found out by listening */
  readonly protocols: readonly [Protocol, ...Protocol[]];
  readonly receive: Receive;
  readonly counters: Counters;
  /** by which a device is known that does not say its name */
  readonly nameOfPort: () => string | undefined;
  readonly gateway: Gateway;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly onChange: () => void;
  /** Hears what became of each message. Must not throw. */
  readonly onSettled: OnSettled;
};

/** So many bytes that are not understood, and what was found out is doubted: after an opening, and later. */
const mostRubbishAtFirst = 2_048;
const mostRubbish = 65_536;

/** Those to listen at; null where the line has no speed. */
function ratesOf({ path, baudRate }: PortConfig): readonly (number | null)[] {
  if (isTcpPath(path)) return [null];
  return baudRate === undefined ? usualBaudRates : [baudRate];
}

const rounded = (share: number): number => Math.round(share * 1000) / 1000;

export function createHearing(parts: HearingParts): Hearing {
  const { config, protocols, counters, nameOfPort, gateway, timers, logger, onChange } = parts;
  const { path } = config;
  const [first, ...others] = protocols;
  const searching = others.length > 0;
  const rates = ratesOf(config);

  let speech = searching ? undefined : speak(first);
  let baudRate = isTcpPath(path) ? null : (config.baudRate ?? (searching ? usualBaudRates[0] : first.baudRates[0]));
  let heard: readonly Heard[] = [];
  let port: Port | undefined;
  let opening = 0;
  let conversation: Conversation | undefined;
  let listening: Listening | undefined;
  let understood = false;
  let insisting = false;
  /** bytes that had come when something was understood last */
  let bytesBefore = 0;
  /** what was heard before and is not settled yet */
  const ending = new Set<Promise<unknown>>();

  function speak(protocol: Protocol): Speech {
    return createSpeech({ ...parts, nameOfPort: protocol.needsDevice ? nameOfPort : () => undefined, protocol });
  }

  function until(settled: Promise<unknown>): void {
    ending.add(settled);
    void settled.then(() => ending.delete(settled));
  }

  function converse({ protocol, intake }: Speech, over: Port): void {
    const context = { ...gateway, opening };
    bytesBefore = counters.bytes;
    conversation = createConversation({ path, protocol, counters, port: over, intake, context, timers, logger });
  }

  function listen(over: Port): void {
    listening = createListening({
      port: over,
      protocols,
      baudRates: [...new Set([baudRate, ...rates])],
      counters,
      timers,
      onTurn(rate, ranking) {
        baudRate = rate;
        heard = ranking;
        onChange();
      },
      onFound(found, ranking, chunks) {
        listening = undefined;
        heard = ranking;
        understood = true;
        speech = speak(found.protocol);
        logger.info({ path, ...status() }, 'found out what is spoken on the port');
        converse(speech, over);
        for (const chunk of chunks) conversation?.hear(chunk);
        onChange();
      },
    });
  }

  /** What was found out is doubted when nothing has been understood for long. */
  function doubt(): void {
    const most = understood ? mostRubbish : mostRubbishAtFirst;
    if (!searching || insisting || speech === undefined || port === undefined || counters.bytes - bytesBefore < most)
      return;
    logger.info({ path, protocol: speech.protocol.name }, 'what comes over the port is understood no more');
    finish();
    until(speech.release());
    speech = undefined;
    listen(port);
  }

  function finish(): void {
    if (conversation !== undefined) until(conversation.end());
    conversation = undefined;
    listening?.end();
    listening = undefined;
  }

  /** Begins anew, as after an opening, with what is taken to be spoken; without it, it is found out. */
  function beginWith(next: Protocol | undefined): void {
    finish();
    if (speech !== undefined) until(speech.release());
    speech = next && speak(next);
    understood = false;
    if (port !== undefined && speech === undefined) listen(port);
    else if (port !== undefined && speech !== undefined) converse(speech, port);
    onChange();
  }

  const status: Hearing['status'] = () => ({
    protocol: speech?.protocol.name ?? 'auto',
    baudRate,
    heard: heard.map(({ protocol, baudRate: rate, frames, share }) => ({
      protocol: protocol.name,
      baudRate: rate,
      frames,
      share: rounded(share),
    })),
  });

  return {
    baudRate: () => baudRate,
    begin(opened, nth) {
      port = opened;
      opening = nth;
      understood = false;
      if (speech === undefined) listen(opened);
      else converse(speech, opened);
    },
    hear(chunk) {
      if (listening !== undefined) listening.hear(chunk);
      else if (conversation?.hear(chunk) === true) {
        understood = true;
        bytesBefore = counters.bytes;
      } else doubt();
    },
    end() {
      port = undefined;
      finish();
    },
    insist(protocol) {
      insisting = true;
      if (speech?.protocol !== protocol) beginWith(protocol);
    },
    relax() {
      insisting = false;
      if (searching && !understood) beginWith(undefined);
    },
    async setBaudRate(rate) {
      if (baudRate === null || baudRate === rate) return;
      baudRate = rate;
      onChange();
      await port?.setBaudRate(rate);
    },
    async release() {
      if (speech !== undefined) until(speech.release());
      await Promise.all(ending);
    },
    status,
    spoken: () => speech?.protocol,
    remark() {
      if (speech === undefined) return 'listening for what is spoken: nothing that is known has been heard yet';
      const { name, needsDevice } = speech.protocol;
      if (!needsDevice || config.deviceId !== undefined || nameOfPort() !== undefined) return null;
      return `${name} does not say whose positions they are: give this port a deviceId in serial.ports`;
    },
  };
}
