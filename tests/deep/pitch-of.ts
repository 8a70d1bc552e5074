import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const run = promisify(execFile)

/** Pitch of A-law sound, hertz, as ffmpeg decodes it: by its usual period. */
export async function pitchOf(folder: string, alaw: Uint8Array): Promise<number> {
  const file = join(folder, 'heard.al')
  await writeFile(file, alaw)
  const input = ['-f', 'alaw', '-ar', String(TALK_RATE_HZ), '-ac', '1', '-i', file]
  const { stdout } = await run(FFMPEG, ['-v', 'error', '-nostdin', ...input, '-f', 's16le', '-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 24,
  })
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length / 2)
  const rises: number[] = []
  for (let i = 1; i < samples.length; i++) if (samples[i - 1]! < 0 && samples[i]! >= 0) rises.push(i)
  const periods = rises.slice(1).map((at, i) => at - rises[i]!)
  return TALK_RATE_HZ / periods.toSorted((one, other) => one - other)[Math.floor(periods.length / 2)]!
}
