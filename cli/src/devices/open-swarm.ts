import { lookup } from 'node:dns/promises'
import { fileURLToPath } from 'node:url'
import { WIRE_NAMES, WIRES, type WireName } from '@backlot/contract/wires/wires'
import { type SwarmFleet, swarmDevices } from '@backlot/simulator/composition/swarm-devices'
import {
  holdSwarmFaults,
  type SwarmFaultOrder,
  type SwarmFaults,
} from '@backlot/simulator/faults/swarm-faults'
import { createSwarm, type Swarm } from '@backlot/simulator/fleet/uplinks/device-swarm'
import { createCameraUplink } from '@backlot/simulator/fleet/uplinks/rtmp/camera-uplink'
import type { Uplink, UplinkDeps, UplinkDevice } from '@backlot/simulator/fleet/uplinks/uplink'
import { WIRE_SWARMS } from '@backlot/simulator/fleet/uplinks/wire-swarms'
import type { HostClock } from '@backlot/simulator/kernel/clock'
import { createLog } from '@backlot/simulator/kernel/log'
import { locateFfmpeg } from '@backlot/simulator/media/ffmpeg-locate'
import { loadClipCameras } from '@backlot/simulator/media/jt1078/clip-cameras'
import { mediaFile } from '@backlot/simulator/media/media-files'
import { createHostClock } from '@backlot/simulator/timeline/host-clock'
import { orList } from '../or-list.ts'
import { UserError } from '../user-error.ts'
import type { SwarmTarget } from './swarm-target.ts'

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

type Create = (device: UplinkDevice, deps: UplinkDeps) => Uplink

const CAMERAS: SwarmFleet = { kind: 'camera', protocol: 'v3', placement: 'roads' }

/** Builds the devices and lets them loose. Throws a UserError for an edition or a fault that the wire has not. */
export async function openSwarm(order: SwarmOrder): Promise<FaultySwarm> {
  const { target, count, rampPerSecond, seed } = order
  const { protocol } = target
  if (protocol === 'rtmp' && order.faults.length > 0)
    throw new UserError(`--fault: for ${WIRE_NAMES.join(' and ')} only.`)
  const hostClock = createHostClock()
  const create = protocol === 'rtmp' ? await cameras(order) : await reporting(protocol, order, hostClock)
  const fleet = protocol === 'rtmp' ? CAMERAS : { ...WIRE_SWARMS[protocol], protocol }
  const devices = swarmDevices(fleet, count, seed, createLog('warn'))
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
    hostClock,
  })
  return { ...swarm, struck }
}

async function reporting(
  wire: WireName,
  { edition, intervalMs, target, seed }: SwarmOrder,
  hostClock: HostClock,
): Promise<Create> {
  const { editions, usualEdition } = WIRES[wire]
  const wanted = edition ?? usualEdition
  if (!editions.includes(wanted)) throw new UserError(`--edition ${wanted}: ${orList(editions)}.`)
  const mediaOf =
    wire === 'jt808'
      ? await loadClipCameras({
          hostClock,
          seed,
          async targetOf(host, port) {
            const address = await sharedAddress(host, target.host)
            return address === undefined ? undefined : { address, port }
          },
        })
      : undefined
  return WIRE_SWARMS[wire].uplinkOf(wanted, Math.round(intervalMs / 1000), mediaOf)
}

/** The address that two names have in common: vehicles send pictures to the platform that they report to, nowhere else. */
async function sharedAddress(one: string, other: string): Promise<string | undefined> {
  const addressesOf = (name: string): Promise<string[]> =>
    lookup(name, { all: true }).then(
      (list) => list.map(({ address }) => address),
      () => [],
    )
  const [first, second] = await Promise.all([addressesOf(one), addressesOf(other)])
  return first.find((address) => second.includes(address))
}

async function cameras({ target, stream }: SwarmOrder): Promise<Create> {
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
}
