import { provision } from '../../src/protocols/meshtastic/provisioning/provision.js';
import type { ProvisioningResult, Settings, ProvisioningDriver, TrackerInfo } from '../../src/protocols/provision.js';
import { trackerKinds } from '../../src/simulator/trackers/index.js';
import type { TrackerContext, Tracker, TrackerKind } from '../../src/simulator/trackers/tracker.js';
import { bytes } from './framing.js';
import { createTalkLine, type TalkLine, type TalkLineOptions } from './talk.js';

export const deviceId = 'a5c00001';

/** What the node on the cable is told, and says, on its way; both may be more or less than it was. */
export type Between = {
  readonly told?: (bytes: Uint8Array) => readonly Uint8Array[];
  readonly says?: (bytes: Uint8Array) => readonly Uint8Array[];
};

export type MeshLine = TalkLine & {
  readonly talk: ProvisioningDriver;
  readonly identify: () => ProvisioningResult<TrackerInfo>;
  readonly read: (names?: readonly string[]) => ProvisioningResult<Settings>;
  readonly write: (settings: Settings) => ProvisioningResult<undefined>;
};

const { meshtastic } = trackerKinds;
const all = Object.keys(provision.settings);
const asBytes = (said: string | Uint8Array): Uint8Array => (typeof said === 'string' ? bytes(said) : said);
const asIs = (passed: Uint8Array): readonly Uint8Array[] => [passed];

/** A node that outlives its line: it may be plugged into others, one after the other. */
export function createMeshKind(between: Between = {}): TrackerKind {
  const { told = asIs, says = asIs } = between;
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
        send(said) {
          for (const part of says(asBytes(said))) board?.send(part);
        },
      });
      const { onData, ...rest } = node;
      return {
        ...rest,
        onData(passed) {
          for (const part of told(passed)) onData(part);
        },
      };
    },
  };
}

/** A line with a talk on it, of its own `nonce`. */
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
