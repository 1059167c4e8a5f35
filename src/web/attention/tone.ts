import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';

export const SOUND_CHOICES = ['on', 'off'] as const;
export type SoundChoice = (typeof SOUND_CHOICES)[number];

/** What the browser plays tones with; undefined: it cannot. */
type OpenAudio = () => AudioContext | undefined;

export type Tone = {
  /** whether the viewer wants a tone */
  readonly wanted: Signal<SoundChoice>;
  /** the browser plays nothing before the viewer clicks or types on the page */
  readonly isBlocked: ReadonlySignal<boolean>;
  readonly play: () => void;
  /** Sets whether there is a tone; called at a click, it plays it once. */
  readonly choose: (choice: SoundChoice) => void;
};

export type ToneOptions = {
  readonly wanted: Signal<SoundChoice>;
  readonly openAudio: OpenAudio;
  /** Calls back at every click and key; returns the function that ends it. */
  readonly onGesture: (run: () => void) => () => void;
};

const BEEPS = 3;
const FREQUENCY_HZ = 880;
const BEEP_S = 0.18;
const PAUSE_S = 0.12;
const VOLUME = 0.35;

/** A tone for alerts. Browsers allow sound only after a click or a key, also where the viewer allowed it before. */
export function createTone({ wanted, openAudio, onGesture }: ToneOptions): Tone {
  const isBlocked = signal(false);
  let audio: AudioContext | undefined;

  async function unlock(): Promise<void> {
    audio ??= openAudio();
    await audio?.resume();
    isBlocked.value = audio !== undefined && audio.state !== 'running';
  }

  effect(() => {
    if (wanted.value === 'off') {
      isBlocked.value = false;
      return;
    }
    audio ??= openAudio();
    isBlocked.value = audio !== undefined && audio.state !== 'running';
    return onGesture(() => {
      if (audio?.state !== 'running') void unlock().catch(() => undefined);
    });
  });

  function play(): void {
    if (wanted.value === 'off' || audio?.state !== 'running') return;
    for (let beep = 0; beep < BEEPS; beep++) playBeep(audio, audio.currentTime + beep * (BEEP_S + PAUSE_S));
  }

  return {
    wanted,
    isBlocked,
    play,
    choose(choice) {
      wanted.value = choice;
      if (choice === 'on') void unlock().then(play, () => undefined);
    },
  };
}

/** Rises and falls in some ms, because a sudden start or end clicks. */
function playBeep(audio: AudioContext, start: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = FREQUENCY_HZ;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(VOLUME, start + 0.02);
  gain.gain.setValueAtTime(VOLUME, start + BEEP_S - 0.04);
  gain.gain.linearRampToValueAtTime(0, start + BEEP_S);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + BEEP_S);
}
