import { crc16 } from '../../../src/framing/crc16.js';
import type { ProtocolName } from '../../../src/protocols/index.js';
import { jsonLine } from '../../../src/simulator/json/line.js';
import { imei, queclinkReport } from '../../../src/simulator/queclink/frames.js';
import { suntechReport } from '../../../src/simulator/suntech/reports.js';
import { positionVelocity, taipSentence } from '../../../src/simulator/taip/sentences.js';
import { navPvt, ubxPacket } from '../../../src/simulator/ubx/packets.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { aisSentences } from '../../../src/simulator/ais/sentences.js';
import { classA, classB, voyage } from './ais-messages.js';
import { aprsFrames } from './aprs.js';
import { bytes, sentence } from './framing.js';
import { gt06Frames, gt06LoginText, gt06Parts } from './gt06.js';
import { meshFrames } from './mesh.js';
import { osmandFrames } from './osmand.js';
import { teltonikaFrames, teltonikaLogin, teltonikaParts } from './teltonika.js';
import { fix, hello } from './wpt.js';

/** Damage of a stream on a bad line: a changed byte, a cut frame, or worse. */
export type Damage = 'changed' | 'cut' | 'burst';

/** The samples and properties that the suites need for each protocol. */
export type Samples = {
  /** frames as latin1; apart from `first`, each can be decoded on its own */
  readonly frames: readonly string[];
  /** the frames that must precede all others */
  readonly first?: string;
  /** A frame is found even if the frame before it has no end. */
  readonly startsAnywhere: boolean;
  /** the characters that end a frame; they are neither part of it nor counted as discarded */
  readonly ends: string;
  /**
   * The parts of a stream with a valid checksum, found independently of the tested code. Frames
   * that may lack a checksum are not among the samples. Omitted for protocols without checksums.
   */
  readonly protectedParts?: (stream: string) => readonly string[];
  /** Damage that no checksum detects: it may change the record of the damaged frame, and no other. */
  readonly unprotected?: readonly Damage[];
  /** For `changed`: a changed byte changes one value of the record and no other. */
  readonly changesOneValue?: true;
};

const byLine =
  (part: (line: string) => string | undefined) =>
  (stream: string): readonly string[] =>
    stream.split(/[\r\n]+/).flatMap((line) => part(line) ?? []);

const xorOf = (text: string): number => bytes(text).reduce((xor, byte) => xor ^ byte, 0);

/** The text of a sentence from its last start up to its checksum, if a valid end follows. */
const sentencePart =
  (tail: RegExp) =>
  (line: string): string | undefined => {
    const [, text = '', sum = '', rest = ''] = /[$!]([^$!]*?)\*([\dA-F]{2})([^$!]*)$/i.exec(line) ?? [];
    return sum !== '' && tail.test(rest) && xorOf(text) === Number.parseInt(sum, 16) ? text : undefined;
  };

const wptPart = (line: string): string | undefined => {
  const [, content = '', sum = ''] = /^(PWPT,.*),([\dA-F]{4})$/s.exec(sentencePart(/^$/)(line) ?? '') ?? [];
  return sum !== '' && crc16(bytes(content)) === Number.parseInt(sum, 16) ? content : undefined;
};

const jsonPart = (line: string): string | undefined => {
  const [, content = '', sum = ''] = /^(.*)\*([\dA-F]{4})$/is.exec(line) ?? [];
  return sum !== '' && crc16(bytes(content)) === Number.parseInt(sum, 16) ? content : undefined;
};

/** The sentences of TAIP with a valid checksum, from their last start. */
const taipParts = (stream: string): readonly string[] =>
  Array.from(stream.matchAll(/>([^<>]*\*)([\dA-F]{2})</gi)).flatMap(([, text = '', sum = '']) =>
    xorOf(`>${text}`) === Number.parseInt(sum, 16) ? [text] : [],
  );

/** All parts that are packets by length and Fletcher checksum, at any offset. */
function ubxParts(text: string): readonly string[] {
  const parts: string[] = [];
  for (let at = text.indexOf('\xb5b'); at >= 0; at = text.indexOf('\xb5b', at + 1)) {
    const length = text.charCodeAt(at + 4) + 256 * text.charCodeAt(at + 5);
    const part = text.slice(at + 2, at + 6 + length);
    let [a, b] = [0, 0];
    for (const byte of bytes(part)) {
      a = (a + byte) % 256;
      b = (b + a) % 256;
    }
    if (text.slice(at + 6 + length, at + 8 + length) === String.fromCharCode(a, b)) parts.push(part);
  }
  return parts;
}

const vehicle = createVehicle({ seed: 3 });
const fixAt = (second: number) => vehicle.fixAt(Date.UTC(2026, 10, 21, 8, 0, second));
const deviceId = imei('86000000', 7);

const lineEnd = '\r\n';
const here = '5250.5000,N,00542.3000,E';
const rmc = (time: string): string => sentence(`GPRMC,${time},A,${here},19.4,84.4,211126,,,A`);
const at = (second: number): string => new Date(Date.UTC(2026, 10, 21, 8, 0, second)).toISOString();
const place = { latitude: 52.5, longitude: 5.25 };

/** A row for each protocol: a missing row does not compile. */
export const samples: Readonly<Record<ProtocolName, Samples>> = {
  nmea0183: {
    frames: [
      rmc('101500'),
      sentence(`GPGGA,101501,${here},1,08,1.1,12.5,M,46.0,M,,`) + rmc('101501'),
      rmc('101502.25') + sentence('GPVTG,84.4,T,,M,19.4,N,35.9,K,A') + sentence('GPGSA,A,3,04,,,,,,,,,,,,2,1.1,1'),
      sentence('GPZDA,101503,21,11,2026,00,00') + sentence(`GNGNS,101503,${here},AN,09,0.8,13,46,,`),
      sentence('GPZDA,101504,21,11,2026,00,00') + sentence(`GPGLL,${here},101504,A,A`),
    ],
    startsAnywhere: true,
    ends: lineEnd,
    protectedParts: byLine(sentencePart(/^$/)),
  },
  ais: {
    frames: [
      aisSentences(voyage('ZEEHOND', 'PC4711', 'HARLINGEN')) + aisSentences(classA()),
      aisSentences(classA({ mmsi: 244_660_002, status: 5, turn: 20, second: 61 })),
      aisSentences(classB({ mmsi: 244_660_003 })),
      aisSentences(classA({ mmsi: 970_012_345, status: 14 })),
    ],
    startsAnywhere: true,
    ends: lineEnd,
    protectedParts: byLine(sentencePart(/^(?:[,;\\ ][ -~]+)?$/)),
  },
  wpt: {
    first: hello(),
    frames: [fix(1), fix(2), fix(3), fix(4)],
    startsAnywhere: true,
    ends: lineEnd,
    protectedParts: byLine(wptPart),
  },
  json: {
    frames: [
      jsonLine({ id: 17, deviceId: 'trk-1', location: { dateTime: at(1), ...place, speed: 1.5 } }, { checked: true }),
      jsonLine({ id: 18, deviceId: 'trk-1', alert: { dateTime: at(2), alerts: ['SOS'] } }, { checked: true }),
      jsonLine({ id: 19, deviceId: 'trk-1', location: { dateTime: at(3), ...place } }, { checked: true }),
    ],
    startsAnywhere: false,
    ends: lineEnd,
    protectedParts: byLine(jsonPart),
  },
  queclink: {
    frames: [
      queclinkReport({ message: 'FRI', deviceId, fix: fixAt(1), count: 0x11f0 }),
      queclinkReport({ message: 'SOS', deviceId, fix: fixAt(2), count: 0x11f1 }),
      queclinkReport({ message: 'FRI', deviceId, fix: fixAt(9), count: 0x11f2 }, true),
    ],
    startsAnywhere: true,
    ends: lineEnd,
    unprotected: ['changed', 'burst'],
    changesOneValue: true,
  },
  suntech: {
    frames: [
      suntechReport({ type: 'STT', deviceId: '100850001', fix: fixAt(1) }),
      // An input event: unlike for SOSButton, a damaged number does not change the text, too.
      suntechReport({ type: 'EMG', deviceId: '100850001', fix: fixAt(2) }).replace('EMG', 'EVT'),
      'STT;0560001617;3FFFFF;56;1.0.15;1;20261121;08:00:03;00008D6C;334;20;0925;24;+20.741764;-103.430364;31.25;84.00;19;1;00000001;00000000;2;1;1765\r',
      suntechReport({ type: 'STT', deviceId: '100850002', fix: fixAt(4) }),
    ],
    startsAnywhere: false,
    ends: lineEnd,
    unprotected: ['changed', 'burst'],
    changesOneValue: true,
  },
  ubx: {
    frames: [
      navPvt(fixAt(1)).toString('latin1'),
      // after another message whose payload contains the start of a packet
      ubxPacket(0x0135, bytes('\xb5b\x01\x07\x5c\0')).toString('latin1') + navPvt(fixAt(2)).toString('latin1'),
      navPvt(fixAt(3)).toString('latin1'),
    ],
    startsAnywhere: true,
    ends: lineEnd,
    protectedParts: ubxParts,
  },
  meshtastic: {
    frames: meshFrames,
    startsAnywhere: true,
    ends: '',
    // A cut packet no longer matches its length fields.
    unprotected: ['changed', 'burst'],
  },
  taip: {
    // From here on, a sentence without a checksum is damaged.
    first: taipSentence('RPV28800+0000000+0000000000000090', '4711'),
    frames: [
      taipSentence(positionVelocity(fixAt(1)), '4711'),
      taipSentence(
        'RLN28801000+528422780+0057058200+000041000278+000008440813000700080019002300280003002500000000000012',
        '4711',
      ),
      taipSentence('RCP28802+528423+005705832', 'BUS-12'),
      taipSentence('REV072445628803+5284228+0057058202708412', '4711'),
    ],
    startsAnywhere: true,
    ends: lineEnd,
    protectedParts: taipParts,
  },
  aprs: {
    frames: aprsFrames,
    startsAnywhere: true,
    ends: '\xc0',
    // A packet cut after its position loses the rest, and what remains is taken as a comment.
    unprotected: ['changed', 'cut', 'burst'],
  },
  teltonika: {
    first: teltonikaLogin,
    frames: teltonikaFrames,
    startsAnywhere: true,
    ends: '',
    protectedParts: teltonikaParts,
  },
  gt06: {
    first: gt06LoginText,
    frames: gt06Frames,
    startsAnywhere: true,
    ends: '',
    protectedParts: gt06Parts,
  },
  osmand: {
    frames: osmandFrames,
    startsAnywhere: false,
    ends: '\r\n',
    // HTTP runs over TCP, which has a checksum; the requests themselves have none.
    unprotected: ['changed', 'burst'],
  },
};
