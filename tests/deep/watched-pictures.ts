import { createFlvParser } from '@backlot/simulator/media/flv-parser'
import { readVideo, readVideoConfig, type VideoConfig } from '@backlot/simulator/wire/flv/flv-media'
import { pictureUnits } from '@backlot/simulator/wire/flv/picture-units'
import { joinNalUnits } from '@backlot/simulator/wire/mpeg-ps/nal-units'

export type WatchedPicture = { timestampMs: number; isKey: boolean; bytes: number }

/**
 * The first pictures of an FLV stream over HTTP, with the byte stream that ffmpeg reads: before 6.1 it reads no H.265 from
 * FLV.
 */
export async function watchedPictures(
  url: string,
  count: number,
): Promise<{ config: VideoConfig; fourCc: string; pictures: WatchedPicture[]; byteStream: Buffer }> {
  const leaving = new AbortController()
  const { body, status } = await fetch(url, { signal: leaving.signal })
  if (!body) throw new Error(`status ${status}`)
  const parser = createFlvParser()
  const pictures: WatchedPicture[] = []
  const parts: Uint8Array[] = []
  let config: VideoConfig | undefined
  let fourCc = ''
  for await (const chunk of body) {
    for (const tag of parser.push(chunk)) {
      const packet = readVideo(tag)
      if (packet?.isConfig) {
        config = readVideoConfig(packet)
        fourCc = Buffer.from(tag.body.subarray(1, 5)).toString('latin1')
      } else if (packet && config && pictures.length < count) {
        const { units, isKey } = pictureUnits(config, packet)
        pictures.push({ timestampMs: tag.timestampMs, isKey, bytes: tag.body.length })
        parts.push(joinNalUnits(units))
      }
    }
    if (pictures.length >= count) break
  }
  leaving.abort()
  if (!config) throw new Error('no configuration came')
  return { config, fourCc, pictures, byteStream: Buffer.concat(parts) }
}
