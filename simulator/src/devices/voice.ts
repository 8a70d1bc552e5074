import { hash32, uniform } from '../world/hash.ts'

/**
 * Speech of a person at a device: a voice-like sound, a pure function of seed, speaker and moment. A pulse train is
 * shaped by the formants of five vowels, one a syllable, with breaths between phrases. 8 kHz, 16 bit.
 */
export type Voice = {
  /** Fundamental frequency, hertz. */
  pitchHz: number
  /** Fills `out` with the samples from `sample` on (samples since the epoch, 8 a millisecond). */
  speak(sample: number, out: Int16Array): void
}

const RATE_HZ = 8000
const PERIOD = 512
/** Formants in hertz (Peterson and Barney's means for men), of a, e, i, o, u. */
const VOWELS = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
] as const
const FORMANT_GAINS = [1, 0.5, 0.25] as const
const FORMANT_WIDTH_HZ = 90
const LOUDEST = 11_000
const HISS = 900
const SYLLABLES_A_PHRASE = 14
const VIBRATO_HZ = 5

const STREAM = { pitch: 41, tempo: 42, vowel: 43, accent: 44, phrase: 45, hiss: 46 } as const

export function createVoice(seed: number, entity: number): Voice {
  const pitchHz = 105 + Math.floor(uniform(seed, entity, STREAM.pitch, 0) * 110)
  const syllableSamples = 1400 + Math.floor(uniform(seed, entity, STREAM.tempo, 0) * 700)
  const periods = VOWELS.map((formants) => periodOf(pitchHz, formants))
  const vibrato = (0.012 * pitchHz) / (2 * Math.PI * VIBRATO_HZ)

  return {
    pitchHz,
    speak(sample, out) {
      let at = -1
      let period = periods[0]!
      let loudness = 0
      let hisses = false
      for (let i = 0; i < out.length; i++) {
        const n = sample + i
        const syllable = Math.floor(n / syllableSamples)
        if (syllable !== at) {
          at = syllable
          period = periods[hash32(seed, entity, STREAM.vowel, syllable) % VOWELS.length]!
          loudness = accent(seed, entity, syllable)
          hisses = hash32(seed, entity, STREAM.hiss, syllable) % 2 === 0
        }
        if (loudness === 0) {
          out[i] = 0
          continue
        }
        const part = (n - syllable * syllableSamples) / syllableSamples
        const rise = Math.sin(Math.PI * part)
        // Pitch and vibrato are whole hertz, so that a second's number is enough.
        const second = (n % RATE_HZ) / RATE_HZ
        const phase = pitchHz * second + vibrato * Math.sin(2 * Math.PI * VIBRATO_HZ * second)
        const place = (phase - Math.floor(phase)) * PERIOD
        const low = Math.floor(place)
        const between = place - low
        const voiced = period[low % PERIOD]! * (1 - between) + period[(low + 1) % PERIOD]! * between
        const noise = hisses && part < 0.22 ? (uniform(seed, entity, STREAM.hiss, n) - 0.5) * 2 * HISS : 0
        out[i] = Math.round((voiced * LOUDEST * loudness + noise) * rise * rise)
      }
    },
  }
}

/** 0 in the breath at a phrase's end. */
function accent(seed: number, entity: number, syllable: number): number {
  const phrase = Math.floor(syllable / SYLLABLES_A_PHRASE)
  const spoken = 8 + (hash32(seed, entity, STREAM.phrase, phrase) % 4)
  if (syllable - phrase * SYLLABLES_A_PHRASE >= spoken) return 0
  return 0.55 + 0.45 * uniform(seed, entity, STREAM.accent, syllable)
}

/** One period of the pulse train through a vowel's formants, scaled to 1. */
function periodOf(pitchHz: number, formants: readonly number[]): Float64Array {
  const period = new Float64Array(PERIOD)
  for (let harmonic = 1; harmonic * pitchHz < 3400; harmonic++) {
    const hz = harmonic * pitchHz
    let gain = 0
    formants.forEach((formant, i) => {
      const off = (hz - formant) / FORMANT_WIDTH_HZ
      gain += FORMANT_GAINS[i]! / (1 + off * off)
    })
    const amplitude = (gain + 0.03) / Math.sqrt(harmonic)
    for (let i = 0; i < PERIOD; i++) period[i]! += amplitude * Math.sin((2 * Math.PI * harmonic * i) / PERIOD)
  }
  const loudest = period.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return period.map((value) => value / loudest)
}
