import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { UploadKindName } from '../../../schema/system/upload.js';
import type { ApiFailure } from '../../api/client.js';
import { uploadFile, type UploadStep } from '../../api/upload-file.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { Meter } from '../../components/meter.js';
import { formatBytes } from '../../format/bytes.js';
import { maintenanceText } from './maintenance.text.js';

export type UploadButtonProps = {
  readonly kind: UploadKindName;
  readonly label: string;
  /** endings of file names that the browser offers first */
  readonly accept: string;
  /** called when the gateway has put the file to use */
  readonly onDone: () => void;
};

type Progress = UploadStep & { readonly file: string };

/** Chooses a file and sends it. Choosing the same file again continues where it was interrupted. */
export function UploadButton({ kind, label, accept, onDone }: UploadButtonProps): JSX.Element {
  const { api, clock } = useApp();
  const t = useText(maintenanceText);
  const progress = useSignal<Progress | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const done = useSignal<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const canceled = useRef(false);
  useEffect(
    () => () => {
      canceled.current = true;
    },
    [],
  );

  async function send(file: File): Promise<void> {
    canceled.current = false;
    failure.value = undefined;
    done.value = undefined;
    const onStep = (step: UploadStep): void => {
      progress.value = { ...step, file: file.name };
    };
    const result = await uploadFile({ api, clock, kind, file, onStep, isCanceled: () => canceled.current });
    progress.value = undefined;
    if (result.ok) {
      done.value = file.name;
      onDone();
    } else if (result.code !== 'canceled') failure.value = result;
  }

  return (
    <div class="stack">
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void send(file);
          // Choosing the same file again is a change, too.
          currentTarget.value = '';
        }}
      />
      <div class="actions">
        <button type="button" disabled={progress.value !== undefined} onClick={() => input.current?.click()}>
          {label}
        </button>
        {progress.value === undefined ? null : (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              canceled.current = true;
            }}
          >
            {t('cancelUpload')}
          </button>
        )}
      </div>
      {progress.value === undefined ? null : <ProgressNote progress={progress.value} />}
      {done.value === undefined ? null : <p role="status">{t('uploaded', { file: done.value })}</p>}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
    </div>
  );
}

function ProgressNote({ progress: { state, file, received, size } }: { readonly progress: Progress }): JSX.Element {
  const language = useApp().preferences.language.value;
  const t = useText(maintenanceText);
  const values = { file, received: formatBytes(received, language), size: formatBytes(size, language) };
  return <Meter label={file} used={received} limit={size} text={t(state, values)} />;
}
