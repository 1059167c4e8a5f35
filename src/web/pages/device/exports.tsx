import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { asInstants, type Range } from '../../api/range.js';
import type { CallFailure } from '../../api/client.js';
import { useParts, useText } from '../../parts.js';
import { saveFile } from '../../save-file.js';
import { FailureNote } from '../../shell/failure-note.js';
import { Icon } from '../../shell/icon.js';
import { deviceText } from './device.text.js';

const formats = ['csv', 'gpx', 'geojson'] as const;
/** Ten thousand positions each: more is for the command line. */
const MOST_FILES = 20;

/** The range as files: asked for with the token, which a plain link would not carry. */
export function Exports({ deviceId, range }: { readonly deviceId: string; readonly range: Range }): JSX.Element {
  const { api } = useParts();
  const say = useText(deviceText);
  const failure = useSignal<CallFailure | undefined>(undefined);
  const files = useSignal(0);
  const isCut = useSignal(false);

  async function save(format: (typeof formats)[number]): Promise<void> {
    const path = `/api/devices/${encodeURIComponent(deviceId)}/locations`;
    let query: string | null = `?${new URLSearchParams({ ...asInstants(range), format }).toString()}`;
    failure.value = undefined;
    files.value = 0;
    while (query !== null && files.value < MOST_FILES) {
      const answer = await api.file(path + query);
      if (!answer.ok) {
        failure.value = answer;
        return;
      }
      const { blob, name, more } = answer.value;
      files.value++;
      saveFile(blob, files.value === 1 ? name : name.replace(/(\.\w+)$/, `-${files.value}$1`));
      query = more;
    }
    isCut.value = query !== null;
  }

  return (
    <div class="stack">
      <div class="choices" role="group" aria-label={say('export')}>
        {formats.map((format) => (
          <button key={format} type="button" onClick={() => void save(format)}>
            <Icon name="download" />
            {format.toUpperCase()}
          </button>
        ))}
      </div>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {isCut.value ? (
        <p class="notice" role="status">
          {say('exportMore', { count: files.value })}
        </p>
      ) : null}
    </div>
  );
}
