import type { FleetVideo } from '@backlot/contract/control/fleet-video'
import { type FetchFfmpeg, locateFfmpeg } from '../../media/ffmpeg-locate.ts'
import { FootageError, probeFootage } from '../../media/footage/probe-footage.ts'

/** Why a video cannot be shown here; undefined when it can. */
export async function videoFault(
  { file, fps }: FleetVideo,
  fetch?: FetchFfmpeg,
): Promise<string | undefined> {
  const ffmpeg = await locateFfmpeg(process.env['FFMPEG_PATH'], fetch)
  if (!ffmpeg)
    return 'cameras show videos with an ffmpeg that has libx264, and there is none (backlot doctor)'
  try {
    await probeFootage(ffmpeg.path, file, fps)
    return undefined
  } catch (error) {
    if (error instanceof FootageError) return error.message
    throw error
  }
}
