import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Sound of the browser's microphone in tests: a tone that comes and goes, so that its beginnings can be told apart. */
export const TEST_SOUND = { hz: 1000, onMs: 400, everyMs: 1600 } as const

const RATE_HZ = 48_000

/** Writes the sound as a WAV file (48 kHz, 16 bit, mono) for `--use-file-for-fake-audio-capture`; answers its path. */
export function writeTestSound(): string {
  const { hz, onMs, everyMs } = TEST_SOUND
  const count = (RATE_HZ * everyMs) / 1000
  const wav = Buffer.alloc(44 + count * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + count * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE_HZ, 24)
  wav.writeUInt32LE(RATE_HZ * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(count * 2, 40)
  for (let i = 0; i < (RATE_HZ * onMs) / 1000; i++) {
    const second = i / RATE_HZ
    const edge = Math.min(1, second * 200, (onMs / 1000 - second) * 200)
    const sample = 12_000 * edge * Math.sin(2 * Math.PI * hz * second)
    wav.writeInt16LE(Math.round(sample), 44 + i * 2)
  }
  const path = join(mkdtempSync(join(tmpdir(), 'backlot-sound-')), 'microphone.wav')
  writeFileSync(path, wav)
  return path
}
