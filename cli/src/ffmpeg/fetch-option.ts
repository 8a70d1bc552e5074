import type { FetchFfmpeg } from '@backlot/simulator/media/ffmpeg-locate'
import { UserError } from '../user-error.ts'
import { ffmpegFetch } from './fetch-ffmpeg.ts'

/** `--no-fetch` of commands that draw cameras. */
export const NO_FETCH = ['--no-fetch', 'fetch no ffmpeg from npm where there is none'] as const

/**
 * What fetches an ffmpeg, with its lines on standard error; undefined when the user wants none (`--no-fetch`, or
 * BACKLOT_FETCH=off). Throws a UserError for another value of that.
 */
export function fetchOption(
  flags: { fetch: boolean },
  env: Readonly<Record<string, string | undefined>>,
): FetchFfmpeg | undefined {
  const given = env['BACKLOT_FETCH'] || 'on'
  if (given !== 'on' && given !== 'off') throw new UserError(`BACKLOT_FETCH=${given}: write on or off.`)
  if (!flags.fetch || given === 'off') return undefined
  return ffmpegFetch((line) => process.stderr.write(`${line}\n`))
}
