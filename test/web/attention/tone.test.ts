import { signal } from '@preact/signals';
import { expect } from 'chai';
import { createTone, type SoundChoice } from '../../../src/web/attention/tone.js';

/** Audio that counts its beeps; the browser lets it play once `allow` was called. */
function createTestAudio() {
  let beeps = 0;
  let isAllowed = false;
  const param = { value: 0, setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
  const audio = {
    state: 'suspended',
    currentTime: 0,
    destination: {},
    resume: () => {
      if (isAllowed) audio.state = 'running';
      return Promise.resolve();
    },
    createOscillator: () => ({
      frequency: param,
      connect: (gain: unknown) => gain,
      start: () => (beeps += 1),
      stop: () => undefined,
    }),
    createGain: () => ({ gain: param, connect: () => undefined }),
  };
  return {
    audio: audio as unknown as AudioContext,
    beeps: () => beeps,
    allow: () => (isAllowed = true),
  };
}

describe('the tone of an alert', () => {
  function open(choice: SoundChoice) {
    const { audio, beeps, allow } = createTestAudio();
    const gestures = new Set<() => void>();
    let opened = 0;
    const tone = createTone({
      wanted: signal<SoundChoice>(choice),
      openAudio: () => {
        opened += 1;
        return audio;
      },
      onGesture: (run) => {
        gestures.add(run);
        return () => gestures.delete(run);
      },
    });
    const click = async (): Promise<void> => {
      for (const run of gestures) run();
      await Promise.resolve();
      await Promise.resolve();
    };
    return { tone, beeps, allow, click, opened: () => opened };
  }

  it('there is no tone, and no audio is opened, unless the viewer wants it', async () => {
    const { tone, beeps, allow, click, opened } = open('off');
    allow();
    await click();
    tone.play();
    expect([beeps(), opened()]).to.deep.equal([0, 0]);
  });

  it('switching it on plays it at once', async () => {
    const { tone, beeps, allow } = open('off');
    allow();
    tone.choose('on');
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(beeps()).to.equal(3);
    tone.choose('off');
    tone.play();
    expect(beeps()).to.equal(3);
  });

  it('after a reload, the browser blocks it until the first click, and the page states that', async () => {
    const { tone, beeps, allow, click } = open('on');
    expect(tone.isBlocked.value).to.equal(true);
    tone.play();
    expect(beeps()).to.equal(0);
    allow();
    await click();
    expect(tone.isBlocked.value).to.equal(false);
    tone.play();
    expect(beeps()).to.equal(3);
  });
});
