import { fileURLToPath } from 'node:url'
import { type SwarmKind, swarmDevices } from '@backlot/simulator/composition/swarm-devices'
import {
  holdSwarmFaults,
  type SwarmFaultOrder,
  type SwarmFaults,
} from '@backlot/simulator/faults/swarm-faults'
import { createSwarm, type Swarm } from '@backlot/simulator/fleet/uplinks/device-swarm'
import { createStationUplink } from '@backlot/simulator/fleet/uplinks/hj212/station-uplink'
import { createVehicleUplink } from '@backlot/simulator/fleet/uplinks/jt808/vehicle-uplink'
import { createCameraUplink } from '@backlot/simulator/fleet/uplinks/rtmp/camera-uplink'
import type { Uplink, UplinkDeps, UplinkDevice } from '@backlot/simulator/fleet/uplinks/uplink'
import { createLog } from '@backlot/simulator/kernel/log'
import { locateFfmpeg } from '@backlot/simulator/media/ffmpeg-locate'
import { mediaFile } from '@backlot/simulator/media/media-files'
import { createHostClock } from '@backlot/simulator/timeline/host-clock'
import { VERSION_2005, VERSION_2017, VERSION_2025, type Version } from '@backlot/simulator/wire/hj212/packet'
import { UserError } from '../user-error.ts'
import type { SwarmProtocol, SwarmTarget } from './swarm-target.ts'

export type SwarmOrder = {
  target: SwarmTarget
  count: number
  rampPerSecond: number
  intervalMs: number
  seed: number
  /** Of the wire's standard; undefined: the usual one. */
  edition: string | undefined
  /** rtmp: template of the streams' names. */
  stream: string
  /** Faults of the wire that all devices have. */
  faults: readonly SwarmFaultOrder[]
}

/** Devices that are let loose, and how often each fault struck. */
export type FaultySwarm = Swarm & Pick<SwarmFaults, 'struck'>

/** Editions of HJ 212 by their year. */
const HJ212_VERSIONS: Readonly<Record<string, Version>> = {
  2005: VERSION_2005,
  2017: VERSION_2017,
  2025: VERSION_2025,
}

type Create = (device: UplinkDevice, deps: UplinkDeps) => Uplink

const KINDS: Readonly<Record<SwarmProtocol, SwarmKind>> = {
  jt808: 'vehicle',
  hj212: 'hj212Station',
  rtmp: 'camera',
}

/** Builds the devices and lets them loose. Throws a UserError for an edition or a fault that the wire has not. */
export async function openSwarm(order: SwarmOrder): Promise<FaultySwarm> {
  const { target, count, rampPerSecond, seed } = order
  const { protocol } = target
  if (protocol === 'rtmp' && order.faults.length > 0)
    throw new UserError('--fault: for hj212 and jt808 only.')
  const create = await CREATORS[protocol](order)
  const devices = swarmDevices(KINDS[protocol], count, seed, createLog('warn'))
  if (devices.length < count) {
    throw new UserError(`--count ${count}: this world has only ${devices.length} of them.`)
  }
  const { host, port } = target
  const { wire, struck } = holdSwarmFaults(order.faults, seed)
  const swarm = createSwarm({
    host,
    port,
    devices,
    create: (device, deps) =>
      create(
        device,
        protocol === 'rtmp'
          ? deps
          : { ...deps, transform: () => wire.transformOf({ protocol, sn: device.sn }) },
      ),
    rampPerSecond,
    hostClock: createHostClock(),
  })
  return { ...swarm, struck }
}

const CREATORS: Readonly<Record<SwarmProtocol, (order: SwarmOrder) => Promise<Create>>> = {
  async jt808({ edition = '2013', intervalMs }) {
    if (edition !== '2013' && edition !== '2019') throw new UserError(`--edition ${edition}: 2013 or 2019.`)
    const options = {
      version: edition === '2013' ? (2013 as const) : (2019 as const),
      reportIntervalS: Math.round(intervalMs / 1000),
    }
    return (device, deps) => createVehicleUplink(device, { ...deps, options })
  },
  async hj212({ edition = '2017', intervalMs }) {
    const version = HJ212_VERSIONS[edition]
    if (version === undefined) throw new UserError(`--edition ${edition}: 2005, 2017 or 2025.`)
    const realtimeSeconds = Math.round(intervalMs / 1000)
    return (device, deps) => createStationUplink(deps, device, { version, settings: { realtimeSeconds } })
  },
  async rtmp({ target, stream }) {
    const ffmpeg = await locateFfmpeg(process.env.FFMPEG_PATH)
    if (!ffmpeg) throw new UserError('rtmp needs ffmpeg: install it, or set FFMPEG_PATH.')
    const clips = ['clip-day.flv', 'clip-dusk.flv', 'clip-night.flv'].map((name) =>
      fileURLToPath(mediaFile(name)),
    )
    const host = target.host.includes(':') ? `[${target.host}]` : target.host
    let number = 0
    return (device, deps) => {
      number++
      const name = stream.replaceAll('{sn}', device.sn).replaceAll('{n}', String(number))
      return createCameraUplink(device, {
        ...deps,
        ffmpeg: ffmpeg.path,
        clip: clips[number % clips.length]!,
        url: `rtmp://${host}:${target.port}/${target.app}/${name}`,
      })
    }
  },
}
