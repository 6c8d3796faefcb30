/** Sounds made by the browser itself: nothing is loaded. */

import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

/** Browsers give sound only after the person has touched the page. */
function audio(): AudioContext | undefined {
  if (!settings.sound || typeof AudioContext === "undefined") return undefined;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    return context;
  } catch {
    return undefined;
  }
}

/** To be called from a tap or key, so that later sounds are allowed. */
export function wakeSound(): void {
  audio();
}

function noise(at: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * seconds), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = at.createBufferSource();
  source.buffer = buffer;
  return source;
}

function swish(loud: number, pitch: number, seconds: number, delay = 0): void {
  const at = audio();
  if (at === undefined || at.state !== "running") return;
  const start = at.currentTime + delay;
  const source = noise(at, seconds);
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const gain = at.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(start);
}

export const cardSound = (): void => swish(0.25, 1900, 0.07);
export const gatherSound = (): void => swish(0.2, 800, 0.16);
export function shuffleSound(): void {
  for (let i = 0; i < 7; i++) swish(0.12, 1500 + 80 * i, 0.06, i * 0.07);
}

/** Two dice that roll out. */
export function diceSound(): void {
  for (const [at, loud] of [[0, 0.3], [0.09, 0.22], [0.15, 0.26], [0.27, 0.15], [0.36, 0.12], [0.52, 0.06]] as const)
    swish(loud, 3400, 0.03, at);
}

function hoot(at: AudioContext, start: number, seconds: number, pitch: number): void {
  const gain = at.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.22, start + 0.02);
  gain.gain.setValueAtTime(0.22, start + seconds - 0.05);
  gain.gain.linearRampToValueAtTime(0, start + seconds);
  const bell = at.createBiquadFilter();
  bell.type = "bandpass";
  bell.frequency.value = 900;
  bell.Q.value = 0.8;
  for (const detune of [0, 9]) {
    const reed = at.createOscillator();
    reed.type = "sawtooth";
    reed.frequency.setValueAtTime(pitch * 0.94, start);
    reed.frequency.linearRampToValueAtTime(pitch, start + 0.05);
    reed.frequency.linearRampToValueAtTime(pitch * 0.93, start + seconds);
    reed.detune.value = detune;
    reed.connect(bell);
    reed.start(start);
    reed.stop(start + seconds);
  }
  bell.connect(gain).connect(at.destination);
}

/** The horn of an old motor car: pip, pip. */
export function hornSound(): void {
  const at = audio();
  if (at === undefined) return;
  const start = at.currentTime + 0.01;
  hoot(at, start, 0.16, 330);
  hoot(at, start + 0.22, 0.3, 330);
}

/** It is your turn. */
export function turnSound(): void {
  const at = audio();
  if (at === undefined || at.state !== "running") return;
  const start = at.currentTime;
  const tone = at.createOscillator();
  const gain = at.createGain();
  tone.frequency.value = 660;
  gain.gain.setValueAtTime(0.08, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
  tone.connect(gain).connect(at.destination);
  tone.start(start);
  tone.stop(start + 0.25);
}
