import type { Api, ApiFailure } from '../api/client.js';
import { changeMembers } from '../device-form/group-membership.js';
import { devicePath } from '../device-form/save-device.js';
import { IMPORT_COLUMNS } from './import-columns.js';
import type { PlannedLine } from './plan-import.js';

/** How far an import is. It goes on where it stopped when it is run again. */
export type ImportProgress = {
  /** numbers of the lines that are done */
  readonly done: Set<number>;
  /** lines that the gateway refused */
  readonly failed: Map<number, ApiFailure>;
  /** groups whose new devices were added */
  readonly groups: Set<string>;
};

export const startProgress = (): ImportProgress => ({ done: new Set(), failed: new Map(), groups: new Set() });

export type RunOptions = {
  readonly api: Pick<Api, 'get' | 'send'>;
  readonly progress: ImportProgress;
  readonly isStopped: () => boolean;
  readonly onProgress: () => void;
};

/** Requests at once: a small gateway also has to serve its trackers. */
const LANES = 4;
/** These fail for every following line, too. */
const ENDING = ['store_unavailable', 'rate_limited', 'unreachable', 'forbidden', 'no_license', 'limit_reached'];
const isEnding = ({ code }: ApiFailure): boolean => ENDING.includes(code) || code.startsWith('token');

/** Carries out the planned lines, then adds devices to their groups. Returns what ended it early, if anything did. */
export async function runImport(lines: readonly PlannedLine[], options: RunOptions): Promise<ApiFailure | undefined> {
  const { api, progress, isStopped, onProgress } = options;
  const todo = lines.filter(
    ({ line, action }) =>
      (action === 'add' || action === 'change') && !progress.done.has(line) && !progress.failed.has(line),
  );
  let next = 0;
  let ending: ApiFailure | undefined;

  async function lane(): Promise<void> {
    for (let one = todo[next++]; one !== undefined; one = todo[next++]) {
      if (isStopped() || ending !== undefined) return;
      const failure = await carryOut(api, one);
      if (failure === undefined) progress.done.add(one.line);
      else if (isEnding(failure)) ending ??= failure;
      else progress.failed.set(one.line, failure);
      onProgress();
    }
  }

  await Promise.all(Array.from({ length: LANES }, lane));
  if (isStopped() || ending !== undefined) return ending;
  return joinGroups(lines, options);
}

async function joinGroups(
  lines: readonly PlannedLine[],
  { api, progress, isStopped, onProgress }: RunOptions,
): Promise<ApiFailure | undefined> {
  const byGroup = new Map<string, string[]>();
  for (const { line, id, group } of lines) {
    if (group === undefined || !progress.done.has(line)) continue;
    const ids = byGroup.get(group.id);
    if (ids === undefined) byGroup.set(group.id, [id]);
    else ids.push(id);
  }
  for (const [group, add] of byGroup) {
    if (isStopped()) return undefined;
    if (progress.groups.has(group)) continue;
    const failure = await changeMembers(api, group, { add });
    if (failure !== undefined) return failure;
    progress.groups.add(group);
    onProgress();
  }
  return undefined;
}

async function carryOut(api: Pick<Api, 'send'>, planned: PlannedLine): Promise<ApiFailure | undefined> {
  if (planned.action === 'change' && planned.values.size === 0) return undefined;
  const result =
    planned.device === undefined
      ? await api.send('POST', '/api/devices', bodyOf(planned))
      : await api.send('PATCH', devicePath(planned.id), operationsOf(planned));
  return result.ok ? undefined : result;
}

function bodyOf({ id, values }: PlannedLine): object {
  const body: Record<string, unknown> = { id };
  const limits: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const [, first = '', second] = (IMPORT_COLUMNS[name]?.field?.pointer ?? '').split('/');
    if (second === undefined) body[first] = value;
    else limits[second] = value;
  }
  return Object.keys(limits).length === 0 ? body : { ...body, limits };
}

/** Each field is changed only if it still has the value of the preview (JSON Patch, RFC 6902). */
const operationsOf = ({ values, device }: PlannedLine): object[] =>
  [...values].flatMap(([name, value]) => {
    const field = IMPORT_COLUMNS[name]?.field;
    if (field === undefined || device === undefined) return [];
    const { pointer: path } = field;
    return [
      { op: 'test', path, value: field.read(device) },
      { op: 'replace', path, value },
    ];
  });
