import { chunk, number, type Bytes } from './mesh-packets.js';
import { bytesIn, fieldsIn, meshFields } from './mesh-reader.js';
import type { Trouble } from './trackers/tracker.js';

/** What a node answers, by the port of its packet; then it may start anew, or say nothing more. */
export type MeshAnswer = { readonly port: number; readonly payload: Bytes; readonly then?: 'restart' | 'die' };

/** What a node is set to. */
export type MeshSettings = {
  /** its User */
  readonly owner: () => Bytes;
  /** its PositionConfig */
  readonly position: () => Bytes;
  /** An AdminMessage that came over the cable. */
  readonly obey: (message: Uint8Array) => MeshAnswer;
  /** What was not written down is forgotten. */
  readonly restart: () => void;
};

const ports = { routing: 5, admin: 6 } as const;
/** of a Routing: what is not known here, and what nobody may here */
const errors = { none: 0, badRequest: 32, notAuthorized: 33 } as const;
const most = { longName: 39, shortName: 4 } as const;
/** s: nobody may fill the public channel with positions */
const leastBroadcast = 3_600;

/** As a new one has it, with the pin by which it switches its receiver. */
const factory: Bytes = [
  ...number(1, 3_600),
  ...number(2, 1),
  ...number(5, 120),
  ...number(7, 811),
  ...number(10, 100),
  ...number(11, 300),
  ...number(12, 34),
  ...number(13, 1),
];
const passkey = chunk(101, [...Buffer.from('not-a-pk')]);

const routed = (error: number, then?: 'restart' | 'die'): MeshAnswer => ({
  port: ports.routing,
  payload: number(3, error),
  ...(then && { then }),
});
const answered = (payload: Bytes): MeshAnswer => ({ port: ports.admin, payload: [...payload, ...passkey] });

/** The User with its names cut to what there is room for. */
const cut = (user: Uint8Array): Bytes =>
  (meshFields(user) ?? []).flatMap(({ field, value, as }) => {
    const room = field === 2 ? most.longName : field === 3 ? most.shortName : Infinity;
    return value instanceof Uint8Array && value.length > room ? chunk(field, [...value.subarray(0, room)]) : [...as];
  });

/** The PositionConfig with positions no closer to each other than they may be. */
const raised = (position: Uint8Array): Bytes =>
  (meshFields(position) ?? []).flatMap(({ field, value, as }) =>
    field === 1 && Number(value) < leastBroadcast ? number(1, leastBroadcast) : [...as],
  );

export function createMeshSettings(user: Bytes, trouble: Trouble | undefined): MeshSettings {
  let flash = { owner: user, position: factory };
  let ram = flash;
  let isEditing = false;

  function take(part: Partial<typeof ram>): MeshAnswer {
    ram = { ...ram, ...part };
    if (trouble === 'dies') return routed(errors.none, 'die');
    if (isEditing) return routed(errors.none);
    flash = ram;
    return routed(errors.none, 'restart');
  }

  return {
    owner: () => ram.owner,
    position: () => ram.position,
    obey(message) {
      const fields = meshFields(message) ?? [];
      const [one] = fields;
      if (trouble === 'password') return routed(errors.notAuthorized);
      switch (one?.field) {
        case 3:
          return answered(chunk(4, ram.owner));
        case 5:
          return one.value === 1 ? answered(chunk(6, chunk(2, ram.position))) : routed(errors.badRequest);
        case 32:
          return take({ owner: cut(bytesIn(fields, 32)) });
        case 34: {
          const position = bytesIn(fieldsIn(fields, 34), 2);
          return take({ position: trouble === 'changes' ? raised(position) : [...position] });
        }
        case 64:
          isEditing = true;
          return routed(errors.none);
        case 65:
          isEditing = false;
          flash = ram;
          return routed(errors.none, 'restart');
        case undefined:
        default:
          return routed(errors.badRequest);
      }
    },
    restart() {
      ram = flash;
      isEditing = false;
    },
  };
}
