import type { FleetEncoding, VideoCodec } from '@backlot/contract/control/fleet-encoding'
import type { EncodeStream, VideoEncodeParam } from '@backlot/contract/device-config/entities'
import type { StreamType } from '@backlot/contract/live-video/calls'
import type { DeviceCommand } from '../devices/commands.ts'
import { configAt, FACTORY_ENCODING } from '../devices/device-config.ts'
import type { Device } from './device.ts'

/**
 * How a stream is encoded; `codec`: where it is not H.264; `groupFrames`: pictures from key frame to key frame, where it
 * is not two seconds of them.
 */
export type CameraEncoding = EncodeStream & {
  codec?: VideoCodec | undefined
  groupFrames?: number | undefined
}

type Camera = Pick<Device, 'encoding'>

/** Encoding parameters of a channel of a camera at a moment: those set last, else those of its factory. */
export function videoEncodeParamAt(
  camera: Camera,
  commands: readonly DeviceCommand[],
  atMs: number,
  chnId: number,
): VideoEncodeParam {
  const factory = camera.encoding && factoryOf(camera.encoding)
  return configAt(commands, 'videoEncodeParam', atMs, chnId, factory)
}

/** The same of one of its streams, with its codec and groups of pictures, which nobody can set later. */
export function cameraEncodingAt(
  camera: Camera,
  commands: readonly DeviceCommand[],
  at: { atMs: number; chnId: number; streamType: StreamType },
): CameraEncoding {
  const asked = videoEncodeParamAt(camera, commands, at.atMs, at.chnId)[at.streamType]
  const { codec, gop } = camera.encoding?.[at.streamType] ?? {}
  return codec === undefined && gop === undefined ? asked : { ...asked, codec, groupFrames: gop }
}

const factoryOf = ({ main, sub }: FleetEncoding): VideoEncodeParam => ({
  main: streamOf(FACTORY_ENCODING.main, main),
  sub: streamOf(FACTORY_ENCODING.sub, sub),
})

function streamOf(usual: EncodeStream, asked: FleetEncoding['main'] = {}): EncodeStream {
  return {
    resolution: asked.size ?? usual.resolution,
    frameRate: asked.fps ?? usual.frameRate,
    bitRateType: asked.rate ?? usual.bitRateType,
    bitRateKbps: asked.kbps ?? usualKbps(usual, asked),
    quality: usual.quality,
  }
}

/** A ceiling that grows with the pictures: of a larger stream as many bits a pixel as of the usual one, up to its most. */
function usualKbps(usual: EncodeStream, { size, fps }: NonNullable<FleetEncoding['main']>): number {
  const pixels = (resolution: string) =>
    resolution.split('x').reduce((product, side) => product * Number(side), 1)
  const times =
    (pixels(size ?? usual.resolution) * (fps ?? usual.frameRate)) /
    (pixels(usual.resolution) * usual.frameRate)
  return Math.round(Math.min(20_000, Math.max(64, usual.bitRateKbps * times)))
}
