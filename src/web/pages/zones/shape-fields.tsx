import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Position } from '../../../schema/zones/shape.js';
import { useText } from '../../app-context.js';
import { Icon } from '../../components/icon.js';
import { MAX_VERTICES, storedPosition, withMovedVertex, withoutVertex, withVertex } from './draft.js';
import type { ZoneDraft } from './use-zone-draft.js';
import { zonesText } from './zones.text.js';

/** m, as the gateway accepts them */
const MAX_RADIUS = 1_000_000;
const MAX_WIDTH = 100_000;

/** The numbers of the shape: the way to draw without a pointer. */
export function ShapeFields({ zoneDraft }: { readonly zoneDraft: ZoneDraft }): JSX.Element {
  const t = useText(zonesText);
  const { shown, change } = zoneDraft;
  if (shown.type === 'circle') {
    return (
      <fieldset class="zone-fields">
        <legend>{t('center')}</legend>
        <PositionFields
          position={shown.center}
          onChange={(center) => {
            change({ ...shown, center });
          }}
        />
        <MetersField
          label={t('radius')}
          value={shown.radius}
          max={MAX_RADIUS}
          onChange={(radius) => {
            change({ ...shown, radius });
          }}
        />
      </fieldset>
    );
  }
  return (
    <>
      {shown.type === 'corridor' ? (
        <MetersField
          label={t('width')}
          value={shown.width}
          max={MAX_WIDTH}
          onChange={(width) => {
            change({ ...shown, width });
          }}
        />
      ) : null}
      {shown.holes.length === 0 ? null : <p class="muted">{t('holes', { count: shown.holes.length })}</p>}
      <VertexList zoneDraft={zoneDraft} />
    </>
  );
}

function VertexList({ zoneDraft }: { readonly zoneDraft: ZoneDraft }): JSX.Element {
  const t = useText(zonesText);
  const { shown, selected, change } = zoneDraft;
  const next = useSignal<Position | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  useSignalEffect(() => {
    list.current?.children[selected.value ?? -1]?.scrollIntoView({ block: 'nearest' });
  });
  const isFull = shown.vertices.length >= MAX_VERTICES;
  return (
    <fieldset class="zone-fields">
      <legend>{t('points')}</legend>
      <ol class="zone-points" ref={list}>
        {shown.vertices.map((position, index) => (
          <li key={index} class={selected.value === index ? 'is-selected' : undefined}>
            <span class="muted">{index + 1}</span>
            <PositionFields
              position={position}
              hint={t('point', { number: index + 1 })}
              onChange={(changed) => {
                change(withMovedVertex(shown, index, changed));
              }}
            />
            <button
              type="button"
              class="quiet icon-only"
              aria-label={t('removePoint', { number: index + 1 })}
              onClick={() => {
                change(withoutVertex(shown, index));
              }}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      {isFull ? (
        <p class="muted">{t('tooManyPoints', { count: MAX_VERTICES })}</p>
      ) : (
        <NewPoint
          next={next}
          onAdd={(position) => {
            change(withVertex(shown, shown.vertices.length, position));
          }}
        />
      )}
    </fieldset>
  );
}

type NewPointProps = {
  readonly next: Signal<Position | undefined>;
  readonly onAdd: (position: Position) => void;
};

function NewPoint({ next, onAdd }: NewPointProps): JSX.Element {
  const t = useText(zonesText);
  const count = useSignal(0);
  const add = (): void => {
    const position = next.peek();
    if (position === undefined) return;
    onAdd(position);
    next.value = undefined;
    count.value++;
  };
  return (
    <div
      class="zone-new-point"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        // The form is not sent; the fields get their values first.
        event.preventDefault();
        event.target.dispatchEvent(new Event('change', { bubbles: true }));
        add();
      }}
    >
      {/* A new key empties the fields. */}
      <PositionFields
        key={count.value}
        position={undefined}
        onChange={(position) => {
          next.value = position;
        }}
      />
      <button type="button" disabled={next.value === undefined} onClick={add}>
        {t('addPoint')}
      </button>
    </div>
  );
}

type PositionFieldsProps = {
  readonly position: Position | undefined;
  /** names the place for screen readers; then the labels are hidden */
  readonly hint?: string;
  /** called once both numbers are valid */
  readonly onChange: (position: Position) => void;
};

/** Latitude and longitude; half a position stays in the fields. */
function PositionFields({ position, hint, onChange }: PositionFieldsProps): JSX.Element {
  const t = useText(zonesText);
  const latitude = useSignal('');
  const longitude = useSignal('');
  const [x, y] = position ?? [];
  useEffect(() => {
    if (x === undefined || y === undefined) return;
    latitude.value = String(y);
    longitude.value = String(x);
  }, [x, y]);
  const field = (text: Signal<string>, label: string, max: number): JSX.Element => {
    const input = (
      <input
        type="number"
        step="any"
        min={-max}
        max={max}
        value={text.value}
        {...(hint !== undefined && { 'aria-label': `${hint}, ${label}` })}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
        onChange={() => {
          const [newX, newY] = [toDegrees(longitude.peek(), 180), toDegrees(latitude.peek(), 90)];
          if (newX === undefined || newY === undefined || (newX === x && newY === y)) return;
          onChange(storedPosition([newX, newY]));
        }}
      />
    );
    return hint === undefined ? (
      <label>
        {label}
        {input}
      </label>
    ) : (
      input
    );
  };
  return (
    <div class="zone-position">
      {field(latitude, t('latitude'), 90)}
      {field(longitude, t('longitude'), 180)}
    </div>
  );
}

function toDegrees(text: string, max: number): number | undefined {
  const degrees = text.trim() === '' ? NaN : Number(text);
  return Math.abs(degrees) <= max ? degrees : undefined;
}

type MetersFieldProps = {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (meters: number) => void;
};

const MetersField = ({ label, value, max, onChange }: MetersFieldProps): JSX.Element => (
  <label>
    {label}
    <input
      type="number"
      step="any"
      min={1}
      max={max}
      required
      value={value}
      onChange={({ currentTarget }) => {
        const meters = currentTarget.valueAsNumber;
        if (meters >= 1 && meters <= max && meters !== value) onChange(meters);
      }}
    />
  </label>
);
