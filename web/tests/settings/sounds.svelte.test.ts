import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flushSync } from "svelte";
import { parseSettings, settings } from "../../src/settings/settings.svelte";
import { play, SWITCHES, wake, type Sound } from "../../src/settings/sounds";

const audioNode = () => ({
  connect: <To>(to: To): To => to,
  gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
  frequency: { value: 0 },
});
const started = vi.fn();

class Audio {
  static count = 0;
  state = "suspended";
  sampleRate = 100;
  currentTime = 0;
  destination = {};
  constructor() {
    Audio.count += 1;
  }
  resume = async () => void (this.state = "running");
  createGain = audioNode;
  createBiquadFilter = audioNode;
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  createOscillator = () => ({ ...audioNode(), start: started, stop: () => undefined });
  createBufferSource = this.createOscillator;
}

const sounds = Object.keys(SWITCHES) as Sound[];

beforeEach(() => {
  Object.assign(settings, parseSettings(null, ["en"]));
  started.mockClear();
});
afterEach(() => flushSync());

describe("sounds", () => {
  it("are not played if the browser does not support them", async () => {
    await wake();
    play("card");
    expect(started).not.toHaveBeenCalled();
  });

  it("wait for the first press of the user, and create no audio context while they are off", async () => {
    vi.stubGlobal("AudioContext", Audio);
    play("card");
    settings.volume = 0;
    dispatchEvent(new Event("click"));
    expect([Audio.count, started.mock.calls.length]).toEqual([0, 0]);
    settings.volume = 1;
    Object.assign(navigator, { userActivation: { hasBeenActive: false } });
    dispatchEvent(new Event("keydown"));
    expect(Audio.count).toBe(0);
    Object.assign(navigator, { userActivation: { hasBeenActive: true } });
    dispatchEvent(new Event("click"));
    await wake();
    play("card");
    expect([Audio.count, started.mock.calls.length]).toEqual([1, 1]);
  });

  it("are switched off one by one, or all by the volume", async () => {
    for (const sound of sounds) {
      settings[SWITCHES[sound]] = false;
      for (const playedSound of sounds) {
        started.mockClear();
        play(playedSound);
        expect(started.mock.calls.length > 0, `${playedSound} without ${sound}`).toBe(playedSound !== sound);
      }
      settings[SWITCHES[sound]] = true;
    }
    settings.volume = 0;
    started.mockClear();
    for (const sound of sounds) play(sound);
    expect(started).not.toHaveBeenCalled();
  });
});
