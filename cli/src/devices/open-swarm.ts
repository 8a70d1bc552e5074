import { lookup } from 'node:dns/promises'
import { fileURLToPath } from 'node:url'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { asKind, findKind } from '@backlot/contract/devices/known-kinds'
import { WIRES, type WireName } from '@backlot/contract/wires/wires'
import { prepareCity } from '@backlot/simulator/composition/city/prepare-city'
import { type SwarmFleet, swarmDevices } from '@backlot/simulator/composition/swarm-devices'
import { KINDS } from '@backlot/simulator/devices/kinds'
import { holdSwarmFaults } from '@backlot/simulator/faults/swarm-faults'
import { createSwarm } from '@backlot/simulator/fleet/uplinks/device-swarm'
import { mqttSwarmKind } from '@backlot/simulator/fleet/uplinks/mqtt/mqtt-swarm'
import { createMqttUplink } from '@backlot/simulator/fleet/uplinks/mqtt/mqtt-uplink'
import { createCameraUplink } from '@backlot/simulator/fleet/uplinks/rtmp/camera-uplink'
import type { Uplink, UplinkDeps, UplinkDevice } from '@backlot/simulator/fleet/uplinks/uplink'
import { WIRE_SWARMS } from '@backlot/simulator/fleet/uplinks/wire-swarms'
import type { HostClock } from '@backlot/simulator/kernel/clock'
import { createLog } from '@backlot/simulator/kernel/log'
import { StartError } from '@backlot/simulator/kernel/start-error'
import { locateFfmpeg } from '@backlot/simulator/media/ffmpeg-locate'
import { loadClipCameras } from '@backlot/simulator/media/jt1078/clip-cameras'
import { mediaFile } from '@backlot/simulator/media/media-files'
import { loadKinds } from '@backlot/simulator/scenario/read-kinds'
import { createHostClock } from '@backlot/simulator/timeline/host-clock'
import { DEFAULT_MQTT_MAPPING } from '@backlot/simulator/wire/mqtt/default-mapping'
import { orList } from '../or-list.ts'
import { UserError } from '../user-error.ts'
import { gbDevices } from './gb-devices.ts'
import { openOnvif } from './open-onvif.ts'
import type { RunningSwarm } from './running-swarm.ts'
import type { SwarmOrder } from './swarm-order.ts'
import { type FaultySwarm, summaryLines, summaryOf, swarmColumns } from './swarm-report.ts'
import type { SwarmProtocol } from './swarm-target.ts'

type Create = (device: UplinkDevice, deps: UplinkDeps) => Uplink

const CAMERAS: SwarmFleet = { kind: 'camera', protocol: 'v3', placement: 'roads' }

/** Builds the devices and lets them loose. Throws a UserError for an edition or a fault that the wire has not. */
export async function openSwarm(order: SwarmOrder): Promise<RunningSwarm> {
  const { protocol } = order.target
  if (protocol === 'onvif') return openOnvif(order)
  const swarm = await openReportingSwarm({ ...order, protocol }, createHostClock())
  return {
    columns: () => swarmColumns(swarm.progress(), swarm.latency()),
    summary(to, elapsedMs) {
      const data = summaryOf(to, swarm, elapsedMs)
      return { data, lines: summaryLines(data) }
    },
    drain: (withinMs) => swarm.drain(withinMs),
    async [Symbol.asyncDispose]() {
      swarm[Symbol.dispose]()
    },
  }
}

/** What connects to the platform by itself; `onvif` waits to be called. */
export type Reporting = Exclude<SwarmProtocol, 'onvif'>

/** The devices of an order's slice, on a clock of the caller's. Throws a UserError, as `openSwarm` does. */
export async function openReportingSwarm(
  order: SwarmOrder & { protocol: Reporting },
  hostClock: HostClock,
): Promise<FaultySwarm> {
  const { protocol, target, count, slice, rampPerSecond, seed } = order
  if (protocol === 'mqtt' && order.faults.some(({ name }) => name === 'bad-crc'))
    throw new UserError('--fault bad-crc: MQTT has no check that could be wrong.')
  const { create, fleet } = await sideOf(order, protocol, hostClock)
  const log = createLog('warn')
  await prepareCity(seed, log)
  const devices = swarmDevices(fleet, { count, ...slice }, seed, log)
  const { host, port } = target
  const { wire, struck } = holdSwarmFaults(order.faults, seed)
  const hasFaults = protocol !== 'rtmp' && order.faults.length > 0
  const swarm = createSwarm({
    host,
    port,
    devices,
    create: (device, deps) =>
      create(
        device,
        hasFaults ? { ...deps, transform: () => wire.transformOf({ protocol, sn: device.sn }) } : deps,
      ),
    rampPerSecond,
    hostClock,
  })
  return { ...swarm, struck }
}

async function sideOf(
  order: SwarmOrder,
  protocol: Reporting,
  hostClock: HostClock,
): Promise<{ create: Create; fleet: SwarmFleet }> {
  if (protocol === 'rtmp') return { create: await cameras(order), fleet: CAMERAS }
  if (protocol === 'gb28181') return gbDevices(order, hostClock)
  const own = order.own && ownKind(order.own, protocol)
  if (protocol === 'mqtt') return publishing(order, own)
  return {
    create: await reporting(protocol, order, hostClock),
    fleet: own ? { kind: own, placement: 'roads', protocol } : { ...WIRE_SWARMS[protocol], protocol },
  }
}

/** Makes the kinds of files known here, wherever the order came from, and finds the one that is asked for. */
function ownKind({ kind, kinds }: NonNullable<SwarmOrder['own']>, protocol: Reporting): DeviceKind {
  try {
    loadKinds(kinds)
  } catch (error) {
    if (error instanceof StartError) throw new UserError(error.message)
    throw error
  }
  const speakers = kinds
    .map((one) => asKind(one.kind))
    .filter((one) =>
      protocol === 'mqtt' ? KINDS[one].mqtt : findKind(one)?.speaks.includes(protocol as 'hj212'),
    )
  const found = speakers.find((one) => one === kind)
  if (found) return found
  const others = speakers.length > 0 ? `of these files ${orList(speakers)} do` : 'none of these files does'
  throw new UserError(`--kind ${kind} does not speak ${protocol}: ${others}.`)
}

/** Versions of MQTT, and their numbers in a connection. */
const MQTT_VERSIONS = { '3.1.1': 4, '5': 5 } as const

function publishing(
  { target, edition = '3.1.1', qos, mapping = DEFAULT_MQTT_MAPPING, intervalMs }: SwarmOrder,
  own: DeviceKind | undefined,
) {
  const version = MQTT_VERSIONS[edition as keyof typeof MQTT_VERSIONS]
  if (version === undefined)
    throw new UserError(`--edition ${edition}: ${orList(Object.keys(MQTT_VERSIONS))}.`)
  const { username, password } = target
  // Settings are those of the file: nobody stores what a message would set.
  const form = own ? { ...KINDS[own].mqtt!, set: [] } : { mapping, qos }
  const create: Create = (device, deps) =>
    createMqttUplink(device, deps, { ...form, version, reportMs: () => intervalMs, username, password })
  const kind = own ? { kind: own, placement: 'roads' as const } : mqttSwarmKind(mapping)
  // Serial numbers of no other wire's form.
  return { create, fleet: { ...kind, protocol: 'v3' as const } }
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

async function cameras({ target, stream, slice }: SwarmOrder): Promise<Create> {
  const ffmpeg = await locateFfmpeg(process.env.FFMPEG_PATH)
  if (!ffmpeg) throw new UserError('rtmp needs ffmpeg: install it, or set FFMPEG_PATH.')
  const clips = ['clip-day.flv', 'clip-dusk.flv', 'clip-night.flv'].map((name) =>
    fileURLToPath(mediaFile(name)),
  )
  const host = target.host.includes(':') ? `[${target.host}]` : target.host
  let number = slice.from
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
