import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { formatNumber } from '../../format/quantity.js';
import { Icon } from '../../components/icon.js';
import { historyText } from './history.text.js';
import type { Playback } from './playback.js';
import { DAY_A_MINUTE, momentAfterKey, REPLAY_SPEEDS } from './replay.js';
import { useTimes } from './use-times.js';

/** Plays the range: a slider over its time, with start, pause and speed. */
export function ReplayBar({ playback }: { readonly playback: Playback }): JSX.Element {
  const t = useText(historyText);
  const { replay } = playback;
  useEffect(() => {
    const onHidden = (): void => {
      if (document.hidden) replay.pause();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      replay.pause();
    };
  }, [replay]);
  const isPlaying = replay.isPlaying.value;
  return (
    <div class="replay" role="group" aria-label={t('replay')}>
      <button
        type="button"
        class="primary icon-only"
        aria-label={isPlaying ? t('pause') : t('play')}
        onClick={() => {
          if (isPlaying) replay.pause();
          else replay.play();
        }}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <MomentSlider playback={playback} />
      <SpeedChoice playback={playback} />
    </div>
  );
}

function MomentSlider({ playback }: { readonly playback: Playback }): JSX.Element {
  const { replay, range } = playback;
  const t = useText(historyText);
  const times = useTimes(playback);
  const input = useRef<HTMLInputElement>(null);
  const output = useRef<HTMLOutputElement>(null);
  // Without a new view for each frame.
  useEffect(
    () =>
      replay.moment.subscribe((at) => {
        const text = times.exact(at);
        if (output.current !== null) output.current.textContent = text;
        if (input.current === null) return;
        input.current.value = String(at - range.from);
        input.current.setAttribute('aria-valuetext', text);
      }),
    [replay, times.exact(0)],
  );
  return (
    <>
      <input
        ref={input}
        type="range"
        aria-label={t('moment')}
        min={0}
        max={range.to - range.from}
        step="any"
        onInput={({ currentTarget }) => {
          replay.seek(range.from + Number(currentTarget.value));
        }}
        onKeyDown={(event) => {
          const at = momentAfterKey(event.key, replay.moment.peek(), range);
          if (at === undefined) return;
          event.preventDefault();
          replay.seek(at);
        }}
      />
      <output ref={output} class="replay-time" aria-live="off" />
    </>
  );
}

function SpeedChoice({ playback: { replay } }: { readonly playback: Playback }): JSX.Element {
  const language = useApp().preferences.language.value;
  const t = useText(historyText);
  return (
    <select
      aria-label={t('playSpeed')}
      value={replay.speed.value}
      onChange={({ currentTarget }) => {
        replay.speed.value = Number(currentTarget.value);
      }}
    >
      {REPLAY_SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {speed === DAY_A_MINUTE ? t('dayAMinute') : `${formatNumber(speed, language)}×`}
        </option>
      ))}
    </select>
  );
}
