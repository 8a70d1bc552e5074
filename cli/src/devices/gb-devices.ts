import type { SwarmFleet } from '@backlot/simulator/composition/swarm-devices'
import type { SwarmFaultOrder } from '@backlot/simulator/faults/swarm-faults'
import type { Uplink, UplinkDeps, UplinkDevice } from '@backlot/simulator/fleet/uplinks/uplink'
import { swarmIds } from '@backlot/simulator/gb28181/swarm/gb-ids'
import { createGbUplink } from '@backlot/simulator/gb28181/swarm/gb-uplink'
import { openSwarmMedia } from '@backlot/simulator/gb28181/swarm/swarm-media'
import type { HostClock } from '@backlot/simulator/kernel/clock'
import { createLog } from '@backlot/simulator/kernel/log'
import { seldomLog } from '@backlot/simulator/kernel/seldom-log'
import { orList } from '../or-list.ts'
import { UserError } from '../user-error.ts'
import type { SwarmOrder } from './swarm-order.ts'

const EDITIONS = ['2016', '2022'] as const
/** The digits behind a domain: industry, type, network and serial number of the first device. */
const FIRST = { camera: '1320000001', recorder: '1180000001' }
const FLEETS = {
  camera: { kind: 'camera', protocol: 'v3', placement: 'roads' },
  vehicle: { kind: 'vehicle', protocol: 'v3', placement: 'traffic' },
} as const satisfies Record<string, SwarmFleet>

/** Cameras, recorders and vehicles of GB/T 28181. Throws a UserError for what the command got wrong. */
export async function gbDevices(
  order: SwarmOrder,
  hostClock: HostClock,
): Promise<{ create(device: UplinkDevice, deps: UplinkDeps): Uplink; fleet: SwarmFleet }> {
  const { id, server, domain, password, transport, voice, kind } = order.target.gb28181!
  const edition = EDITIONS.find((one) => one === (order.edition ?? '2016'))
  if (!edition) throw new UserError(`--edition ${order.edition}: ${orList(EDITIONS)}.`)
  for (const { name } of order.faults) requireFault(name, transport)
  const first = id ?? `${server.slice(0, 10)}${FIRST[order.channels > 1 ? 'recorder' : 'camera']}`
  const ids = swarmIds(first, order.count, order.channels)
  if (typeof ids === 'string') throw new UserError(`--to: ${ids}.`)
  const media = await openSwarmMedia(hostClock)
  const log = seldomLog(createLog('warn'), hostClock.now)
  const options = {
    edition,
    server: { id: server, domain, transport },
    password,
    voice,
    keepaliveS: Math.round(order.intervalMs / 1000),
    alarms:
      order.alarmsEveryMs === undefined ? undefined : { everyMs: order.alarmsEveryMs, seed: order.seed },
  }
  let number = order.slice.from
  const create = (device: UplinkDevice, deps: UplinkDeps): Uplink => {
    const own = { number, ids: ids(number), options, media, log }
    number++
    return createGbUplink(device, { ...deps, ...own })
  }
  return { create, fleet: FLEETS[kind] }
}

function requireFault(name: SwarmFaultOrder['name'], transport: 'udp' | 'tcp'): void {
  if (name === 'bad-crc') throw new UserError('--fault bad-crc: messages of gb28181 have no check.')
  if (transport === 'udp')
    throw new UserError(`--fault ${name}: over TCP only. Add transport=tcp to the address behind --to.`)
}
