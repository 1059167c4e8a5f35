import { provision } from '../../../src/protocols/meshtastic/provisioning/provision.js';
import type {
  ProvisioningResult,
  Settings,
  ProvisioningDriver,
  TrackerInfo,
} from '../../../src/protocols/provision.js';
import { trackerKinds } from '../../../src/simulator/trackers/index.js';
import type { TrackerContext, Tracker, TrackerKind } from '../../../src/simulator/trackers/tracker.js';
import { bytes } from './framing.js';
import { createTalkLine, type TalkLine, type TalkLineOptions } from './dialogue-harness.js';

export const deviceId = 'a5c00001';

/** The bytes to and from the attached node; each direction may add or drop bytes. */
export type Between = {
  readonly toNode?: (bytes: Uint8Array) => readonly Uint8Array[];
  readonly fromNode?: (bytes: Uint8Array) => readonly Uint8Array[];
};

export type MeshLine = TalkLine & {
  readonly talk: ProvisioningDriver;
  readonly identify: () => ProvisioningResult<TrackerInfo>;
  readonly read: (names?: readonly string[]) => ProvisioningResult<Settings>;
  readonly write: (settings: Settings) => ProvisioningResult<undefined>;
};

const { meshtastic } = trackerKinds;
const all = Object.keys(provision.settings);
const asBytes = (data: string | Uint8Array): Uint8Array => (typeof data === 'string' ? bytes(data) : data);
const asIs = (passed: Uint8Array): readonly Uint8Array[] => [passed];

/** A node that outlives its line and can be attached to another one. */
export function createMeshKind(between: Between = {}): TrackerKind {
  const { toNode = asIs, fromNode = asIs } = between;
  let board: TrackerContext | undefined;
  let node: Tracker | undefined;
  return {
    ...meshtastic,
    create(onBoard) {
      board = onBoard;
      node ??= meshtastic.create({
        ...onBoard,
        now: () => board?.now() ?? 0,
        disconnect: (ms) => board?.disconnect?.(ms),
        send(data) {
          for (const part of fromNode(asBytes(data))) board?.send(part);
        },
      });
      const { onData, ...rest } = node;
      return {
        ...rest,
        onData(passed) {
          for (const part of toNode(passed)) onData(part);
        },
      };
    },
  };
}

/** A line with one dialogue and its own `nonce`. */
export function createMeshLine(
  options: Omit<TalkLineOptions, 'deviceId'> & { readonly nonce?: number } = {},
  kind: TrackerKind = meshtastic,
): MeshLine {
  const { nonce = 0xc0ffee, ...rest } = options;
  const line = createTalkLine(kind, { deviceId, ...rest });
  const talk = provision.open({ secrets: {}, nonce });
  return {
    ...line,
    talk,
    identify: () => line.run(talk.identify()),
    read: (names = all) => line.run(talk.read(names)),
    write: (settings) => line.run(talk.write(settings)),
  };
}
