import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Zone } from '../../../schema/zones/zone.js';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { formatNumber } from '../../format/quantity.js';
import { linkTo } from '../../routing/match.js';
import type { SortValues } from '../../table/sorting.js';
import { TableHead } from '../../table/table-head.js';
import { ascending, useSorting } from '../../table/use-sorting.js';
import { commonText } from '../../text/common.js';
import { useZones } from '../../zones/use-zones.js';
import { shapeSize } from './shape-size.js';
import { zonesText } from './zones.text.js';

export type ZoneTableProps = { readonly zones: readonly Zone[]; readonly canChange: boolean };

/** One row per zone. */
export function ZoneTable({ zones, canChange }: ZoneTableProps): JSX.Element {
  const { live } = useApp();
  const t = useText(zonesText);
  const { devicesIn } = useZones();
  const total = live.ids.value.length;
  const insideOf = ({ id }: Zone): number => devicesIn.get(id)?.size ?? 0;
  const sortValues: SortValues<Zone> = {
    name: ({ name }) => name,
    kind: ({ shape }) => t(shape.type),
    inside: insideOf,
  };
  const { rows, ...sorting } = useSorting(zones, sortValues, ascending('name'));
  return (
    <table class="rows">
      <TableHead
        sorting={sorting}
        columns={[
          { name: 'name', label: t('name') },
          { name: 'kind', label: t('kind') },
          { name: 'size', label: t('size'), unsorted: true },
          { name: 'inside', label: t('inside') },
          ...(canChange ? [{ name: 'actions', label: '' }] : []),
        ]}
      />
      <tbody>
        {rows.map((zone) => (
          <ZoneRow key={zone.id} zone={zone} inside={insideOf(zone)} total={total} canChange={canChange} />
        ))}
      </tbody>
    </table>
  );
}

type ZoneRowProps = {
  readonly zone: Zone;
  readonly inside: number;
  readonly total: number;
  readonly canChange: boolean;
};

function ZoneRow({ zone, inside, total, canChange }: ZoneRowProps): JSX.Element {
  const { api, preferences } = useApp();
  const t = useText(zonesText);
  const tCommon = useText(commonText);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const { id, name, description, home, shape, color } = zone;
  const format = (meters: number): string => formatNumber(meters, preferences.language.value);

  async function remove(): Promise<void> {
    const result = await api.send('DELETE', `/api/zones/${encodeURIComponent(id)}`);
    failure.value = result.ok ? undefined : result;
  }
  return (
    <tr>
      <th scope="row">
        <span class="zone-color" style={{ background: color ?? 'var(--map-zone)' }} aria-hidden="true" />
        {canChange ? <a href={linkTo('/zones/:zoneId', { zoneId: id })}>{name}</a> : name}{' '}
        {home ? <span class="badge badge-live">{t('home')}</span> : null}
        {description === '' ? null : <span class="muted small zone-description">{description}</span>}
        {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      </th>
      <td data-label={t('kind')}>{t(shape.type)}</td>
      <td data-label={t('size')}>{sizeText(zone, t, format)}</td>
      <td data-label={t('inside')}>{tCommon('ofLimit', { used: inside, limit: total })}</td>
      {canChange ? (
        <td>
          <ConfirmButton
            label={tCommon('remove')}
            name={`${tCommon('remove')}: ${name}`}
            question={t('confirmRemove', { name })}
            onConfirm={() => void remove()}
          />
        </td>
      ) : null}
    </tr>
  );
}

type Translate = ReturnType<typeof useText<(typeof zonesText)['english']>>;

function sizeText({ shape }: Pick<Zone, 'shape'>, t: Translate, format: (meters: number) => string): string {
  const { width, height, length } = shapeSize(shape);
  switch (shape.type) {
    case 'circle':
      return t('radiusOf', { meters: format(shape.radius) });
    case 'polygon':
      return t('sizeOf', { width: format(width), height: format(height) });
    case 'corridor':
      return t('corridorOf', { length: format(length), width: format(shape.width) });
  }
}
