import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { Shape } from '../../../schema/zones/shape.js';
import type { Zone } from '../../../schema/zones/zone.js';
import type { ApiFailure, ApiResult } from '../../api/client.js';
import { useSubmit } from '../../api/use-submit.js';
import { useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { readText } from '../../format/form-text.js';
import { commonText } from '../../text/common.js';
import { draftOf, emptyDraft, shapeOf } from './draft.js';
import { ShapeFields } from './shape-fields.js';
import { newDraft, useZoneDraft, type ZoneDraft } from './use-zone-draft.js';
import { ZoneMap } from './zone-map.js';
import { zonesText } from './zones.text.js';

export type ZoneFields = Pick<Zone, 'name' | 'description' | 'home' | 'shape'> & Partial<Pick<Zone, 'color'>>;

export type ZoneEditorProps = {
  /** absent: a new zone */
  readonly zone?: Zone;
  readonly onSave: (fields: ZoneFields) => Promise<ApiResult<unknown>>;
  /** above the button that saves */
  readonly children?: ComponentChildren;
};

const DEFAULT_COLOR = '#6b4aa8';
const SHAPES = ['polygon', 'circle', 'corridor'] as const satisfies readonly Shape['type'][];

/** The form of a zone with the map on which it is drawn. */
export function ZoneEditor({ zone, onSave, children }: ZoneEditorProps): JSX.Element {
  const t = useText(zonesText);
  const tCommon = useText(commonText);
  const zoneDraft = useZoneDraft(zone === undefined ? newDraft() : draftOf(zone.shape), zone === undefined);
  const name = useSignal(zone?.name ?? '');
  const color = useSignal(zone?.color ?? DEFAULT_COLOR);
  const { busy, failure, onSubmit } = useSubmit(async (form): Promise<ApiFailure | undefined> => {
    const data = new FormData(form);
    const shape = shapeOf(zoneDraft.shown);
    if (shape === undefined) return { ok: false, code: 'validation_failed', text: t('incomplete') };
    const isColored = zone?.color !== undefined || color.peek() !== DEFAULT_COLOR;
    const result = await onSave({
      name: name.peek().trim(),
      description: readText(data, 'description'),
      home: data.get('home') !== null,
      ...(isColored && { color: color.peek() }),
      shape,
    });
    return result.ok ? undefined : result;
  });

  return (
    <form class="zone-editor" onSubmit={onSubmit}>
      <div class="card card-stack">
        <DrawingTools zoneDraft={zoneDraft} isNew={zone === undefined} />
        <ZoneMap zoneDraft={zoneDraft} zoneId={zone?.id} name={name.value} color={color.value} />
      </div>
      <div class="card card-stack">
        <label>
          {t('name')}
          <input
            name="name"
            required
            maxLength={128}
            autocomplete="off"
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value;
            }}
          />
        </label>
        <label>
          {t('description')}
          <input name="description" maxLength={1024} autocomplete="off" defaultValue={zone?.description ?? ''} />
        </label>
        <label class="inline">
          <input
            type="color"
            value={color.value}
            onInput={({ currentTarget }) => {
              color.value = currentTarget.value;
            }}
          />
          {t('color')}
        </label>
        <label class="inline">
          <input type="checkbox" name="home" defaultChecked={zone?.home ?? false} />
          {t('isHome')}
        </label>
        <p class="muted small">{t('homeHint')}</p>
        <ShapeFields zoneDraft={zoneDraft} />
        {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
        {children}
        <button type="submit" class="primary" disabled={busy.value}>
          {tCommon('save')}
        </button>
      </div>
    </form>
  );
}

/** The kind of shape, and what to do on the map. */
function DrawingTools({ zoneDraft, isNew }: { readonly zoneDraft: ZoneDraft; readonly isNew: boolean }): JSX.Element {
  const t = useText(zonesText);
  const { shown, selected, isDrawing, canUndo, undo, change, replace, onRemove } = zoneDraft;
  const isCircle = shown.type === 'circle';
  const chosen = selected.value;
  return (
    <div class="zone-tools">
      {isNew ? (
        <div class="choices" role="group" aria-label={t('kind')}>
          {SHAPES.map((type) => (
            <button
              key={type}
              type="button"
              aria-pressed={shown.type === type}
              onClick={() => {
                if (type === shown.type) return;
                // A line is the same points with a width; a circle has none.
                if (isCircle || type === 'circle') replace(emptyDraft(type));
                else change({ ...shown, type });
                isDrawing.value = true;
              }}
            >
              {t(type)}
            </button>
          ))}
        </div>
      ) : null}
      <p class="muted small">
        {isDrawing.value ? t(isCircle ? 'drawCircle' : 'drawPoints') : isCircle ? '' : t('movePoints')}
        {isDrawing.value && shown.type === 'polygon' && shown.vertices.length > 2 ? ` ${t('closePolygon')}` : ''}
      </p>
      <div class="actions">
        {isCircle && shown.center === undefined ? null : (
          <button
            type="button"
            onClick={() => {
              isDrawing.value = !isDrawing.value;
            }}
          >
            {t(isDrawing.value ? 'finish' : isCircle ? 'redraw' : 'goOn')}
          </button>
        )}
        <button type="button" disabled={!canUndo} onClick={undo}>
          {t('undo')}
        </button>
        {chosen === undefined ? null : (
          <button
            type="button"
            onClick={() => {
              onRemove({ kind: 'vertex', index: chosen });
              selected.value = undefined;
            }}
          >
            {t('removeSelected')}
          </button>
        )}
      </div>
    </div>
  );
}
