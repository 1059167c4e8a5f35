import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Position } from '../../../schema/zones/shape.js';
import { metersBetween } from '../../map/zones/zone-outline.js';
import { emptyDraft, roundMeters, withHandle, withoutVertex, withVertex, type Draft, type Handle } from './draft.js';

/** The shape that is drawn, with the steps that can be undone. */
export type ZoneDraft = {
  /** as the map and the fields show it, also during a drag */
  readonly shown: Draft;
  /** index of the chosen vertex */
  readonly selected: Signal<number | undefined>;
  /** clicks on the map add points, or a drag draws a circle */
  readonly isDrawing: Signal<boolean>;
  readonly canUndo: boolean;
  readonly undo: () => void;
  readonly change: (draft: Draft) => void;
  /** starts again, without steps to undo */
  readonly replace: (draft: Draft) => void;
  readonly onPoint: (position: Position) => void;
  readonly onCircle: (center: Position, edge: Position, isEnd: boolean) => void;
  readonly onMove: (handle: Handle, position: Position, isEnd: boolean) => void;
  readonly onSelect: (handle: Handle) => void;
  readonly onRemove: (handle: Handle) => void;
};

const MAX_STEPS = 200;

export function useZoneDraft(first: Draft, isNew: boolean): ZoneDraft {
  const draft = useSignal(first);
  const preview = useSignal<Draft | undefined>(undefined);
  const steps = useSignal<readonly Draft[]>([]);
  const selected = useSignal<number | undefined>(undefined);
  const isDrawing = useSignal(isNew);

  function change(next: Draft): void {
    preview.value = undefined;
    steps.value = [...steps.peek(), draft.peek()].slice(-MAX_STEPS);
    draft.value = next;
    if ((selected.peek() ?? 0) >= next.vertices.length) selected.value = undefined;
  }
  function show(next: Draft, isEnd: boolean): void {
    if (isEnd) change(next);
    else preview.value = next;
  }
  const finish = (): void => {
    isDrawing.value = false;
  };
  return {
    shown: (preview as ReadonlySignal<Draft | undefined>).value ?? draft.value,
    selected,
    isDrawing,
    canUndo: steps.value.length > 0,
    undo() {
      const before = steps.peek().at(-1);
      if (before === undefined) return;
      steps.value = steps.peek().slice(0, -1);
      draft.value = before;
      preview.value = undefined;
      if (selected.peek() !== undefined) selected.value = undefined;
    },
    change,
    replace(next) {
      steps.value = [];
      preview.value = undefined;
      selected.value = undefined;
      draft.value = next;
    },
    onPoint(position) {
      change(withVertex(draft.peek(), draft.peek().vertices.length, position));
    },
    onCircle(center, edge, isEnd) {
      const radius = roundMeters(metersBetween(center, edge));
      show({ ...withHandle(draft.peek(), { kind: 'center' }, center, metersBetween), radius }, isEnd);
      if (isEnd) finish();
    },
    onMove(handle, position, isEnd) {
      show(withHandle(draft.peek(), handle, position, metersBetween), isEnd);
    },
    onSelect(handle) {
      if (handle.kind !== 'vertex') return;
      const isClosing = isDrawing.peek() && handle.index === 0 && draft.peek().vertices.length > 2;
      if (isClosing) finish();
      else selected.value = handle.index;
    },
    onRemove(handle) {
      if (handle.kind === 'vertex') change(withoutVertex(draft.peek(), handle.index));
    },
  };
}

export const newDraft = (): Draft => emptyDraft('polygon');
