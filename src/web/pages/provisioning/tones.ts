/** Signals the result of a tracker by sound and vibration: the technician may look elsewhere. */
export type Tones = {
  /** Browsers play sounds only after the user has pressed something: call it in a handler of a press. */
  readonly unlock: () => void;
  readonly play: (result: 'pass' | 'fail') => void;
};

type Note = { readonly hertz: number; readonly startS: number; readonly lengthS: number };

/** Rising for pass, low and twice for fail: they differ in a noisy room too, and by the pattern alone. */
const NOTES: Readonly<Record<'pass' | 'fail', readonly Note[]>> = {
  pass: [
    { hertz: 880, startS: 0, lengthS: 0.12 },
    { hertz: 1_320, startS: 0.14, lengthS: 0.22 },
  ],
  fail: [
    { hertz: 220, startS: 0, lengthS: 0.3 },
    { hertz: 196, startS: 0.36, lengthS: 0.45 },
  ],
};
/** ms on, off, on … */
const VIBRATIONS = { pass: [120], fail: [300, 120, 300] } as const;
const VOLUME = 0.25;

export type TonesOptions = {
  readonly createContext: () => AudioContext;
  readonly vibrate: (pattern: readonly number[]) => void;
};

export function createTones({ createContext, vibrate }: TonesOptions): Tones {
  let context: AudioContext | undefined;
  return {
    unlock() {
      try {
        context ??= createContext();
        void context.resume().catch(() => undefined);
      } catch {
        // A browser without sound still vibrates and shows the result.
      }
    },
    play(result) {
      vibrate(VIBRATIONS[result]);
      if (context?.state !== 'running') return;
      for (const note of NOTES[result]) playNote(context, note);
    },
  };
}

function playNote(context: AudioContext, { hertz, startS, lengthS }: Note): void {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + startS;
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(VOLUME, start);
  // Without a fade, the end of the note clicks.
  gain.gain.exponentialRampToValueAtTime(0.001, start + lengthS);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + lengthS);
}
