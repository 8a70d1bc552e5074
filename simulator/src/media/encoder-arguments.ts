/** What ffmpeg is told for a picture's encoding, of live streams as of files. */
import type { VideoCodec } from '@backlot/contract/control/fleet-encoding'

export type EncoderOptions = {
  ffmpeg: string
  width: number
  height: number
  framesPerSecond: number
  /** Rate factor of libx264 with a ceiling; libx265 gets one that looks the same. */
  quality: number
  /** Most bits a second; with `isConstant`, as many. */
  ceilingKbps: number
  isConstant?: true | undefined
  /** Left out: H.264. */
  codec?: Exclude<VideoCodec, 'h264'> | undefined
  /** Pictures from one key frame to the next; left out: two seconds of them. */
  groupFrames?: number | undefined
}

/** From key frame to key frame, by default. */
const GROUP_SECONDS = 2
/** Span over which a constant rate may waver: no more than half of it is ever early or late. */
const WAVER_SECONDS = 0.5
/** libx265 reaches the looks of libx264's default, 23, with 28 (x265 documentation, --crf). */
const X265_OFFSET = 5
/** What is H.265's in libx265's own words, on one thread without a look ahead: one picture in, one out. */
const X265 = 'pools=none:frame-threads=1:wpp=0:scenecut=0:open-gop=0:log-level=none'

/** Raw pictures that come in through a pipe. */
export function pictureInput({ width, height, framesPerSecond }: EncoderOptions): string[] {
  const size = `${width}x${height}`
  return ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', size, '-r', `${framesPerSecond}`, '-i', 'pipe:0']
}

/** Codec, groups and rate. `live`: each picture comes out at once. A file has no filling: MP4 knows none. */
export function videoArguments(options: EncoderOptions, aim: 'live' | 'file'): string[] {
  const { framesPerSecond, groupFrames, codec } = options
  const group = String(groupFrames ?? framesPerSecond * GROUP_SECONDS)
  const isLive = aim === 'live'
  const preset = ['-preset', isLive ? 'ultrafast' : 'superfast', ...(isLive ? ['-tune', 'zerolatency'] : [])]
  return [
    ...(codec === 'h265'
      ? ['-c:v', 'libx265', ...preset, '-x265-params', x265Parameters(options, isLive)]
      : ['-c:v', 'libx264', '-profile:v', isLive ? 'baseline' : 'main', ...preset, ...x264(options, isLive)]),
    ...['-threads', '1', '-g', group, ...(isLive || codec === 'h265' ? ['-keyint_min', group] : [])],
    ...rateArguments(options, isLive),
    ...['-color_range', 'tv', '-colorspace', 'smpte170m'],
    ...['-color_primaries', 'smpte170m', '-color_trc', 'smpte170m'],
  ]
}

const isFilled = (options: EncoderOptions, isLive: boolean) => options.isConstant === true && isLive

function x264(options: EncoderOptions, isLive: boolean): string[] {
  return [
    ...(isLive ? ['-sc_threshold', '0', '-bf', '0'] : []),
    ...(isFilled(options, isLive) ? ['-x264-params', 'nal-hrd=cbr'] : []),
  ]
}

function x265Parameters(options: EncoderOptions, isLive: boolean): string {
  return isFilled(options, isLive) ? `${X265}:hrd=1:strict-cbr=1` : X265
}

function rateArguments(options: EncoderOptions, isLive: boolean): string[] {
  const { ceilingKbps, framesPerSecond, quality, codec } = options
  const most = `${ceilingKbps}k`
  if (!options.isConstant) {
    const factor = codec === 'h265' ? quality + X265_OFFSET : quality
    return ['-crf', `${factor}`, '-maxrate', most, '-bufsize', `${isLive ? ceilingKbps : ceilingKbps * 2}k`]
  }
  // Two pictures at least: a smaller buffer has no room for one.
  const bufferKbit = Math.ceil(ceilingKbps * Math.max(WAVER_SECONDS, 2 / framesPerSecond))
  return ['-b:v', most, '-minrate', most, '-maxrate', most, '-bufsize', `${bufferKbit}k`]
}
