// Short sounds, made by oscillators. They are off by default, and offered once.

import { chosen, isOn, onChange, read, turn, write } from "./preferences.js";

const LOUDNESS = { low: 0.35, normal: 1, high: 2 };
const OFFERED = "literature.sound-offered";

let context = null;

/**
 * Play a sound. `step` is the number of the card in a claim, or of the hit in a run of hits.
 */
export function sound(name, step = 0) {
  if (!isOn("sound")) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  if (context.state !== "closed") SOUNDS[name](context.currentTime + 0.02, step);
}

const SOUNDS = {
  // The viewer's turn: two strokes of a small bell.
  turn(at) {
    note(880, at, 0.5, 0.16);
    note(1318.5, at + 0.13, 0.7, 0.14);
  },
  // A hit: a card slides over the table, and two rising notes follow. They are a whole tone higher
  // for each hit before it in the run.
  hit(at, step) {
    const higher = 2 ** (Math.min(step, 6) / 6);
    noise(at, 0.09, 2600, 0.1);
    note(523.25 * higher, at + 0.05, 0.22, 0.13, "triangle");
    note(783.99 * higher, at + 0.14, 0.3, 0.12, "triangle");
  },
  // A card or a set that the other team wins: two falling notes.
  lost(at) {
    noise(at, 0.09, 1800, 0.1);
    note(392, at + 0.05, 0.22, 0.13, "triangle");
    note(293.66, at + 0.14, 0.36, 0.13, "triangle");
  },
  // A miss: a knock on wood, with a falling note.
  miss(at) {
    note(196, at, 0.16, 0.22, "triangle", 130);
    noise(at, 0.03, 900, 0.12);
  },
  // A card that is turned in a claim: its note is higher than that of the previous card.
  card(at, step) {
    noise(at, 0.05, 2200, 0.12);
    note([392, 440, 493.88, 523.25, 587.33, 659.26][step % 6], at + 0.03, 0.2, 0.1, "triangle");
  },
  // A misplaced card, or a returned claim: two low notes, out of tune.
  wrong(at) {
    note(138.6, at, 0.5, 0.24, "triangle", 116.5);
    note(146.8, at, 0.5, 0.18, "triangle", 110);
    noise(at, 0.05, 500, 0.2);
  },
  // A slip that tears.
  tear(at) {
    for (const late of [0, 0.06, 0.11, 0.18]) noise(at + late, 0.09, 1800 - late * 5000, 0.2);
  },
  // A right claim: a rising chord.
  right(at) {
    [392, 493.88, 587.33, 783.99].forEach((pitch, index) => note(pitch, at + index * 0.05, 0.9, 0.08));
  },
  // A book that is put on the shelf.
  book(at) {
    noise(at, 0.16, 700, 0.3);
    note(98, at, 0.25, 0.3, "sine", 60);
    note(392, at + 0.2, 0.5, 0.1);
    note(493.88, at + 0.26, 0.5, 0.1);
    note(587.33, at + 0.32, 0.7, 0.1);
  },
};

function note(pitch, at, length, loudness, type = "sine", downTo = pitch) {
  const tone = new OscillatorNode(context, { type, frequency: pitch });
  if (downTo !== pitch) tone.frequency.exponentialRampToValueAtTime(downTo, at + length);
  tone.connect(fading(at, length, loudness));
  tone.start(at);
  tone.stop(at + length);
}

function noise(at, length, pitch, loudness) {
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = new AudioBuffer({ length: frames, sampleRate: context.sampleRate });
  buffer.getChannelData(0).forEach((_, index, data) => {
    data[index] = Math.random() * 2 - 1;
  });
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(fading(at, length, loudness));
  source.start(at);
}

function fading(at, length, loudness) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness * LOUDNESS[chosen("volume")], at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  gain.connect(context.destination);
  return gain;
}

// When the person changes sound or volume, play a sound at once. The tap allows the browser to play
// sounds.
onChange((name) => {
  if (name === "sound" || name === "volume") sound("turn");
  if (name === "sound" && offer) offer.hidden = true;
});

// If the person has never chosen, one quiet button offers sound after the first hit.
const offer = document.getElementById("sound-offer");
offer?.addEventListener("click", () => turn("sound", true));
document.addEventListener("table:shown", ({ detail: move }) => {
  const hasChosen = document.documentElement.hasAttribute("data-sound");
  if (!offer || !move.hit || hasChosen || read(OFFERED)) return;
  offer.hidden = false;
  write(OFFERED, "yes");
});
