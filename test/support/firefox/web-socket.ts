import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A WebSocket client for texts, RFC 6455; Node 20 has none. */
export type WebSocketClient = {
  readonly send: (text: string) => void;
  readonly close: () => void;
};

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export async function openWebSocket(url: URL, onText: (text: string) => void): Promise<WebSocketClient> {
  const opening = request({
    host: url.hostname,
    port: url.port,
    path: url.pathname,
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    },
  }).end();
  const [, socket, head] = (await once(opening, 'upgrade')) as [IncomingMessage, Socket, Buffer];
  let rest = Buffer.alloc(0);
  let parts: Buffer[] = [];

  function onData(bytes: Buffer): void {
    rest = Buffer.concat([rest, bytes]);
    for (let frame = readFrame(rest); frame !== undefined; frame = readFrame(rest)) {
      rest = rest.subarray(frame.bytes);
      if (frame.opcode === PING) socket.write(frameOf(PONG, frame.payload));
      if (frame.opcode > TEXT) continue;
      parts.push(frame.payload);
      if (!frame.isFinal) continue;
      const text = Buffer.concat(parts).toString();
      parts = [];
      onText(text);
    }
  }

  socket.on('data', onData);
  // The browser ends the connection when it is closed.
  socket.on('error', () => undefined);
  onData(head);
  return {
    send: (text) => void socket.write(frameOf(TEXT, Buffer.from(text))),
    close: () => socket.end(frameOf(CLOSE, Buffer.alloc(0))),
  };
}

type Frame = {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly payload: Buffer;
  /** length of the whole frame */
  readonly bytes: number;
};

/** The first frame, or undefined if it is not complete. Frames of a server have no mask. */
function readFrame(buffer: Buffer): Frame | undefined {
  if (buffer.length < 2) return undefined;
  const short = buffer.readUInt8(1) & 0x7f;
  const header = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (buffer.length < header) return undefined;
  const length = short === 127 ? Number(buffer.readBigUInt64BE(2)) : short === 126 ? buffer.readUInt16BE(2) : short;
  const bytes = header + length;
  if (buffer.length < bytes) return undefined;
  const first = buffer.readUInt8(0);
  return { opcode: first & 0x0f, isFinal: (first & 0x80) !== 0, payload: buffer.subarray(header, bytes), bytes };
}

/** Frames of a client have a mask. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const { length } = payload;
  const size = Buffer.alloc(length < 126 ? 1 : length <= 0xffff ? 3 : 9);
  if (length < 126) size.writeUInt8(0x80 | length, 0);
  else if (length <= 0xffff) {
    size.writeUInt8(0x80 | 126, 0);
    size.writeUInt16BE(length, 1);
  } else {
    size.writeUInt8(0x80 | 127, 0);
    size.writeBigUInt64BE(BigInt(length), 1);
  }
  const header = Buffer.concat([Buffer.of(0x80 | opcode), size, mask]);
  return Buffer.concat([header, payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}
