import { bytesField, varintField, type Bytes } from './packets.js';
import { bytesIn, fieldsIn, meshFields } from './protobuf-fields.js';
import type { ProvisioningFault } from '../trackers/tracker.js';

/** The reply of a node, with its port number; `next`: what the node does afterwards. */
type SimulatedMeshReply = { readonly port: number; readonly payload: Bytes; readonly next?: 'restart' | 'die' };

/** The settings of a node. */
export type SimulatedMeshSettings = {
  /** User */
  readonly owner: () => Bytes;
  /** PositionConfig */
  readonly position: () => Bytes;
  /** Executes an AdminMessage. */
  readonly onAdminMessage: (message: Uint8Array) => SimulatedMeshReply;
  /** Discards unsaved settings. */
  readonly restart: () => void;
};

const PORTNUMS = { routing: 5, admin: 6 } as const;
/** error codes of Routing */
const ROUTING_ERRORS = { none: 0, badRequest: 32, notAuthorized: 33 } as const;
const MAX_BYTES = { longName: 39, shortName: 4 } as const;
/** shortest interval on the public channel, which the firmware enforces with the fault `changes` */
const MIN_BROADCAST_S = 3_600;

/** The factory PositionConfig, with the pin that switches the GNSS receiver. */
const FACTORY: Bytes = [
  ...varintField(1, 3_600),
  ...varintField(2, 1),
  ...varintField(5, 120),
  ...varintField(7, 811),
  ...varintField(10, 100),
  ...varintField(11, 300),
  ...varintField(12, 34),
  ...varintField(13, 1),
];
const PASSKEY = bytesField(101, [...Buffer.from('not-a-pk')]);

const routingReply = (error: number, next?: 'restart' | 'die'): SimulatedMeshReply => ({
  port: PORTNUMS.routing,
  payload: varintField(3, error),
  ...(next && { next }),
});
const adminReply = (payload: Bytes): SimulatedMeshReply => ({
  port: PORTNUMS.admin,
  payload: [...payload, ...PASSKEY],
});

/** The User with its names cut to their maximum lengths. */
const withShortNames = (user: Uint8Array): Bytes =>
  (meshFields(user) ?? []).flatMap(({ field, value, raw }) => {
    const maxBytes = field === 2 ? MAX_BYTES.longName : field === 3 ? MAX_BYTES.shortName : Infinity;
    return value instanceof Uint8Array && value.length > maxBytes
      ? bytesField(field, [...value.subarray(0, maxBytes)])
      : [...raw];
  });

/** The PositionConfig with an interval of at least the minimum. */
const withMinBroadcast = (position: Uint8Array): Bytes =>
  (meshFields(position) ?? []).flatMap(({ field, value, raw }) =>
    field === 1 && Number(value) < MIN_BROADCAST_S ? varintField(1, MIN_BROADCAST_S) : [...raw],
  );

export function createMeshSettings(
  user: Bytes,
  provisioningFault: ProvisioningFault | undefined,
): SimulatedMeshSettings {
  let flash = { owner: user, position: FACTORY };
  let ram = flash;
  let isEditing = false;

  function write(part: Partial<typeof ram>): SimulatedMeshReply {
    ram = { ...ram, ...part };
    if (provisioningFault === 'dies') return routingReply(ROUTING_ERRORS.none, 'die');
    if (isEditing) return routingReply(ROUTING_ERRORS.none);
    flash = ram;
    return routingReply(ROUTING_ERRORS.none, 'restart');
  }

  return {
    owner: () => ram.owner,
    position: () => ram.position,
    onAdminMessage(message) {
      const fields = meshFields(message) ?? [];
      const [first] = fields;
      if (provisioningFault === 'password') return routingReply(ROUTING_ERRORS.notAuthorized);
      switch (first?.field) {
        case 3:
          return adminReply(bytesField(4, ram.owner));
        case 5:
          return first.value === 1
            ? adminReply(bytesField(6, bytesField(2, ram.position)))
            : routingReply(ROUTING_ERRORS.badRequest);
        case 32:
          return write({ owner: withShortNames(bytesIn(fields, 32)) });
        case 34: {
          const position = bytesIn(fieldsIn(fields, 34), 2);
          return write({ position: provisioningFault === 'changes' ? withMinBroadcast(position) : [...position] });
        }
        case 64:
          isEditing = true;
          return routingReply(ROUTING_ERRORS.none);
        case 65:
          isEditing = false;
          flash = ram;
          return routingReply(ROUTING_ERRORS.none, 'restart');
        case undefined:
        default:
          return routingReply(ROUTING_ERRORS.badRequest);
      }
    },
    restart() {
      ram = flash;
      isEditing = false;
    },
  };
}
