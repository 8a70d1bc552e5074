import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Level of a frequency in the output of this machine's PulseAudio in the next second, in dB below full scale: the sound
 * that programs sent to its first output, as ffmpeg records it there. Silence is -91.
 */
export async function playedDb(hz: number): Promise<number> {
  const around = `bandpass=f=${hz}:width_type=h:w=60,volumedetect`
  const args = [
    '-hide_banner',
    '-f',
    'pulse',
    '-i',
    '@DEFAULT_MONITOR@',
    '-t',
    '1',
    '-af',
    around,
    '-f',
    'null',
    '-',
  ]
  const { stderr } = await promisify(execFile)(process.env.FFMPEG_PATH ?? 'ffmpeg', args)
  return Number(/mean_volume: (\S+) dB/.exec(stderr)?.[1])
}
