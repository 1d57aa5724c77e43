// Short quiet sounds, synthesised here, so that nothing is loaded. Browsers allow sound only after a press.
import { settings, type Settings } from "./settings.svelte";

export type Sound = "card" | "trick" | "turn" | "deal" | "won";

/** The setting of each sound, in display order. */
export const SWITCHES = {
  turn: "soundTurn",
  card: "soundCard",
  trick: "soundTrick",
  deal: "soundDeal",
  won: "soundWon",
} as const satisfies Record<Sound, keyof Settings>;

/** A tone, or a rustle of paper below `hertz`; it starts at `at` and lasts `duration`, both in seconds. */
type Part = readonly [kind: "tone" | "rustle", at: number, duration: number, hertz: number];

const PARTS: Readonly<Record<Sound, readonly Part[]>> = {
  card: [["rustle", 0, 0.06, 2400]],
  trick: [
    ["rustle", 0, 0.09, 1500],
    ["rustle", 0.07, 0.12, 900],
  ],
  turn: [
    ["tone", 0, 0.16, 587],
    ["tone", 0.1, 0.28, 880],
  ],
  deal: [0, 0.08, 0.16, 0.24].map((startTime): Part => ["rustle", startTime, 0.06, 2000]),
  won: [523, 659, 784, 1047].map((hertz, n): Part => ["tone", n * 0.12, 0.4, hertz]),
};
/** The gain of each volume level. */
const GAIN_BY_VOLUME: Readonly<Record<Settings["volume"], number>> = { 0: 0, 1: 0.05, 2: 0.14, 3: 0.4 };

let context: AudioContext | null = null;

/** Start the audio context after the user has pressed something: Safari allows it only then. */
export async function wake(): Promise<void> {
  if (!settings.volume || typeof AudioContext === "undefined") return;
  if (navigator.userActivation?.hasBeenActive === false) return; // Shift or Esc alone do not count as a press
  context ??= new AudioContext();
  if (context.state !== "running") await context.resume();
}
const wakeOnPress = (): void => void wake().catch(() => undefined); // no sounds in that case
addEventListener("click", wakeOnPress, true);
addEventListener("keydown", wakeOnPress, true);

/** Play a sound, unless it is switched off or the browser does not allow sounds yet; it is not made up for later. */
export function play(sound: Sound): void {
  const loud = GAIN_BY_VOLUME[settings.volume];
  if (!loud || !settings[SWITCHES[sound]] || context?.state !== "running") return;
  for (const part of PARTS[sound]) startPart(context, part, loud);
}

function startPart(audio: AudioContext, [kind, delay, duration, hertz]: Part, loud: number): void {
  const startTime = audio.currentTime + delay;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, startTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, startTime + duration);
  gain.connect(audio.destination);
  const source = kind === "tone" ? playTone(audio, hertz, gain) : playRustle(audio, duration, hertz, gain);
  source.start(startTime);
  source.stop(startTime + duration);
}

function playTone(audio: AudioContext, hertz: number, target: AudioNode): AudioScheduledSourceNode {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = hertz;
  source.connect(target);
  return source;
}

function playRustle(audio: AudioContext, duration: number, hertz: number, target: AudioNode): AudioScheduledSourceNode {
  const source = audio.createBufferSource();
  source.buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * duration), audio.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const filter = audio.createBiquadFilter();
  filter.frequency.value = hertz;
  source.connect(filter).connect(target);
  return source;
}
