/**
 * The sounds of the table, made here from tones and a breath of noise; there are no files.
 * Everything passes `play`, so that one mute mutes all. When what is heard is in `alert.mjs`.
 * @module
 */
import { settings } from "../settings/settings.mjs";

/**
 * A piece of a sound: a tone (Hz) or noise through a band round `hz`, from `at` for `long`
 * seconds, at its loudest `loud` (1 is full), sliding to `to` Hz.
 * @typedef {{ noise?: boolean, hz: number, to?: number, at: number, long: number, loud: number }
 *   } Piece
 */

/** @param {number} hz @param {number} at @param {number} long @param {number} loud @returns {Piece} */
const tone = (hz, at, long, loud) => ({ hz, at, long, loud });
/** @param {number} hz @param {number} at @param {number} long @param {number} loud @returns {Piece} */
const noise = (hz, at, long, loud) => ({ noise: true, hz, at, long, loud });

/** @type {Record<string, Piece[]>} */
const SOUNDS = {
  turn: [tone(659, 0, 0.16, 0.5), tone(988, 0.11, 0.3, 0.5)],
  warning: [tone(784, 0, 0.12, 0.6), tone(784, 0.18, 0.12, 0.6), tone(587, 0.36, 0.25, 0.6)],
  chips: [
    noise(5200, 0, 0.03, 0.5),
    { ...tone(3900, 0, 0.05, 0.16), to: 3300 },
    noise(6400, 0.055, 0.03, 0.4),
    { ...tone(4300, 0.055, 0.05, 0.14), to: 3600 },
  ],
  card: [noise(2600, 0, 0.07, 0.5)],
  knock: [
    { ...tone(190, 0, 0.07, 0.9), to: 90 },
    { ...tone(180, 0.12, 0.07, 0.8), to: 90 },
  ],
  win: [
    tone(523, 0, 0.18, 0.4),
    tone(659, 0.1, 0.18, 0.4),
    tone(784, 0.2, 0.18, 0.4),
    tone(1047, 0.3, 0.45, 0.4),
  ],
};

/** What is heard by who wants to hear of the own turn only. */
const OWN = new Set(["turn", "warning"]);

/** @type {AudioContext | null} */
let desk = null;
/** @type {AudioBuffer | null} */
let hiss = null;

/** Let the browser make sounds: it allows that only once somebody has touched the page. */
export function wakeSound() {
  desk ??= new AudioContext();
  if (desk.state === "suspended") desk.resume();
}

/**
 * Play a sound, unless the viewer does not want to hear it.
 * @param {string} name
 */
export function play(name) {
  const { sounds, volume, mineOnly } = settings.peek();
  if (!sounds || !volume || !desk || desk.state !== "running" || (mineOnly && !OWN.has(name)))
    return;
  for (const piece of SOUNDS[name]) sound(desk, piece, (volume / 100) ** 2);
}

/** @param {AudioContext} on @param {Piece} piece @param {number} volume */
function sound(on, piece, volume) {
  const start = on.currentTime + piece.at;
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(piece.loud * volume, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + piece.long);
  const source = piece.noise ? breath(on, piece, gain) : note(on, piece, gain, start);
  gain.connect(on.destination);
  source.start(start);
  source.stop(start + piece.long + 0.02);
}

/** @param {AudioContext} on @param {Piece} piece @param {GainNode} into @param {number} start */
function note(on, piece, into, start) {
  const source = new OscillatorNode(on, { type: "triangle", frequency: piece.hz });
  if (piece.to) source.frequency.exponentialRampToValueAtTime(piece.to, start + piece.long);
  source.connect(into);
  return source;
}

/** @param {AudioContext} on @param {Piece} piece @param {GainNode} into */
function breath(on, piece, into) {
  hiss ??= whiteNoise(on);
  const source = new AudioBufferSourceNode(on, { buffer: hiss });
  const band = new BiquadFilterNode(on, { type: "bandpass", frequency: piece.hz, Q: 0.9 });
  source.connect(band).connect(into);
  return source;
}

/** @param {AudioContext} on */
function whiteNoise(on) {
  const buffer = on.createBuffer(1, on.sampleRate / 4, on.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < data.length; at += 1) data[at] = Math.random() * 2 - 1;
  return buffer;
}
