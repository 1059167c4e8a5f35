/** The device ids in the messages of a port, since the gateway started. */
export type ReportedIds = {
  /** On a port that is bound to a device: whether a message with this id belongs to that device. */
  readonly isOfPort: (id: string) => boolean;
  /** the ids of two trackers on a port that is bound to one device: all messages belong to the ids that they have */
  readonly conflict: () => readonly [string, string] | undefined;
  /** A message was stored under its own id. */
  readonly onStored: () => void;
  readonly hasStored: () => boolean;
};

/** Ids received once; a further one takes the place of the oldest. */
const MAX_SINGLE_IDS = 8;

type ReportedIdsState = {
  readonly onChange: () => void;
  /** that of the tracker to which the port belongs */
  portId: string | undefined;
  /** it was received more than once */
  isConfirmed: boolean;
  readonly singleIds: Set<string>;
  conflict: readonly [string, string] | undefined;
  hasStored: boolean;
};

/** `onChange` is called when `conflict` or `hasStored` changes. */
export function createReportedIds(onChange: () => void): ReportedIds {
  const ids: ReportedIdsState = {
    onChange,
    portId: undefined,
    isConfirmed: false,
    singleIds: new Set(),
    conflict: undefined,
    hasStored: false,
  };
  return {
    isOfPort: (id) => ids.conflict === undefined && isOfPort(ids, id),
    conflict: () => ids.conflict,
    onStored() {
      if (ids.hasStored) return;
      ids.hasStored = true;
      onChange();
    },
    hasStored: () => ids.hasStored,
  };
}

/** Another tracker has an id that is received twice: a single one can be a transmission error. */
function isOfPort(ids: ReportedIdsState, id: string): boolean {
  const { portId, isConfirmed, singleIds } = ids;
  if (portId === undefined || id === portId) {
    ids.isConfirmed = id === portId;
    ids.portId = id;
    return true;
  }
  if (!singleIds.has(id)) {
    const [oldest] = singleIds;
    if (oldest !== undefined && singleIds.size === MAX_SINGLE_IDS) singleIds.delete(oldest);
    singleIds.add(id);
    return false;
  }
  if (isConfirmed) {
    ids.conflict = [portId, id];
    ids.onChange();
    return false;
  }
  ids.portId = id;
  ids.isConfirmed = true;
  return true;
}
