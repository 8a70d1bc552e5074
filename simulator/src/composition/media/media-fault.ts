import type { FleetEncoding } from '@backlot/contract/control/fleet-encoding'
import type { FleetVideo } from '@backlot/contract/control/fleet-video'
import { type FetchFfmpeg, locateFfmpeg } from '../../media/ffmpeg-locate.ts'
import { FootageError, probeFootage } from '../../media/footage/probe-footage.ts'

/** What a fleet asks of the machine's ffmpeg. */
type Asked = { video?: FleetVideo | undefined; encoding?: FleetEncoding | undefined }

/** Why cameras cannot show their video here, or encode as they should, with the field; undefined when they can. */
export async function mediaFault(
  { video, encoding }: Asked,
  fetch?: FetchFfmpeg,
): Promise<{ field: keyof Asked; message: string } | undefined> {
  const wantsH265 = [encoding?.main, encoding?.sub].some((stream) => stream?.codec === 'h265')
  if (!video && !wantsH265) return undefined
  const ffmpeg = await locateFfmpeg(process.env['FFMPEG_PATH'], fetch)
  if (wantsH265 && !ffmpeg?.h265) {
    const there = ffmpeg ? `that of ${ffmpeg.path} has none` : 'there is none'
    return {
      field: 'encoding',
      message: `cameras encode H.265 with an ffmpeg that has libx265, and ${there}: install one (Debian: apt-get install ffmpeg; macOS: brew install ffmpeg), or name one in FFMPEG_PATH`,
    }
  }
  if (!video) return undefined
  const refuse = (message: string) => ({ field: 'video' as const, message })
  if (!ffmpeg)
    return refuse('cameras show videos with an ffmpeg that has libx264, and there is none (backlot doctor)')
  try {
    await probeFootage(ffmpeg.path, video.file, video.fps)
    return undefined
  } catch (error) {
    if (error instanceof FootageError) return refuse(error.message)
    throw error
  }
}
