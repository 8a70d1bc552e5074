import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * How loud a frequency is in what this machine's PulseAudio plays in the next second, in dB below full scale: what
 * programs sent to its first output, as ffmpeg records it there. Silence is -91.
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
