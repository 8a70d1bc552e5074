/** Whether ffmpeg can copy the pictures of an FLV stream to an RTMP server. */
import { FLV_VIDEO } from '../wire/flv/flv-tag.ts'
import { createFlvParser } from './flv-parser.ts'

/** H.265 as makers of cameras number it (codec id 12), which no ffmpeg reads. */
const H265_ID = 12
/** Enhanced RTMP (H.265 as `hvc1`, AV1, VP9) is read and written from this version on. */
const ENHANCED_SINCE = { major: 6, minor: 1 }

/** A version that names no number is one from the repository, thus new. */
function hasEnhanced(version: string): boolean {
  const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version) ?? []
  if (major === undefined) return true
  const ahead = Number(major) - ENHANCED_SINCE.major
  return ahead > 0 || (ahead === 0 && Number(minor) >= ENHANCED_SINCE.minor)
}

/** Takes a stream from its beginning on; answers true when its first picture, or header, is none for this ffmpeg. */
export function createCodecCheck(version: string): (chunk: Uint8Array) => boolean {
  const parser = createFlvParser()
  let isKnown = false
  return (chunk) => {
    if (isKnown) return false
    const first = parser.push(chunk).find(({ type }) => type === FLV_VIDEO)?.body[0]
    if (first === undefined) return false
    isKnown = true
    return first & 0x80 ? !hasEnhanced(version) : (first & 15) === H265_ID
  }
}
