/** Asks users' own controllers for their registers, again and again, and hands on what they answer. */
import { FOREIGN_PROTOCOLS } from '@backlot/contract/devices/constants'
import type { Logger } from 'pino'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { countIn } from '../../sockets/connection-counters.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import { registersOf, registerValue } from '../../wire/modbus/register-values.ts'
import type { DeviceIngest } from '../ingest.ts'
import { receivedValue } from '../received-value.ts'
import { type HeldAlarm, StateAlarms } from '../state-alarms.ts'
import { createModbusMaster, PollError } from './modbus-master.ts'
import { isBits, type PollRequest, pollPlan } from './poll-plan.ts'
import type { PolledDevice } from './read-poll-file.ts'

export type PollerCounters = {
  polls: number
  bytesIn: number
  bytesOut: number
  /** Polls that brought nothing, by reason; refused: the platform does not take the device. */
  failures: Map<PollError['reason'] | 'refused', number>
}
export type PolledState = {
  sn: string
  /** host:port, and the unit there. */
  remote: string
  unit: number
  isOnline: boolean
  /** When it last answered, host time; null: never. */
  heardMs: number | null
  /** Why the last poll brought nothing. */
  trouble?: string
}
export type ModbusPoller = Disposable & {
  counters: PollerCounters
  list(): PolledState[]
}

/** Polls without an answer after which a device is offline. */
const OFFLINE_AFTER = 3
/** A controller that does not answer is asked less often, at most this much. */
const SLOWER_MAX = 8

type Deps = {
  ingest: DeviceIngest
  hostClock: HostClock
  platformClock: PlatformClock
  log: Pick<Logger, 'error' | 'info'>
  tap?: SocketTap | undefined
}

export function createModbusPoller(deps: Deps, devices: readonly PolledDevice[]): ModbusPoller {
  const counters: PollerCounters = { polls: 0, bytesIn: 0, bytesOut: 0, failures: new Map() }
  const alarms = new StateAlarms('modbus', deps.ingest)
  deps.ingest.onGivenUp((sn) => alarms.forget(sn))
  const polled = devices.map((device) => startPolling(deps, device, alarms, counters))
  return {
    counters,
    list: () => polled.map(({ state }) => state()),
    [Symbol.dispose]() {
      for (const { stop } of polled) stop()
    },
  }
}

function startPolling(
  { ingest, hostClock, platformClock, log, tap }: Deps,
  device: PolledDevice,
  alarms: StateAlarms,
  counters: PollerCounters,
) {
  const { sn, host, port, unit, everySeconds, kind, model } = device
  const master = createModbusMaster({
    host,
    port,
    unit,
    hostClock,
    onConnect: (socket) => tap?.tcp('modbus', socket, { opener: 'local', devices: () => [sn] }),
    onBytes(direction, bytes) {
      if (direction === 'in') counters.bytesIn += bytes
      else counters.bytesOut += bytes
    },
  })
  const plan = pollPlan(device)
  let isOnline = false
  let isOver = false
  let failures = 0
  let heardMs: number | null = null
  let trouble: string | undefined
  let cancel = () => {}
  /** The platform's number of the device, once it is taken. */
  let deviceId: number | undefined

  const setOnline = (now: boolean) => {
    if (isOnline === now) return
    isOnline = now
    if (now) ingest.connected(sn, platformClock.now())
    else ingest.disconnected(sn, platformClock.now())
  }
  const fail = (reason: PollError['reason'] | 'refused', message: string) => {
    countIn(counters.failures, reason)
    failures++
    trouble = message
    if (failures >= OFFLINE_AFTER) setOnline(false)
  }
  const poll = async () => {
    counters.polls++
    const answers = new Map<PollRequest, number[]>()
    for (const request of plan) answers.set(request, await master.read(request))
    if (isOver) return
    const nowMs = platformClock.now()
    // A device that was removed meanwhile comes again as a new one.
    const admission = await ingest.admit(
      {
        sn,
        kind,
        protocolType: FOREIGN_PROTOCOLS.modbus.type,
        from: host,
        ...(model === undefined ? {} : { model }),
      },
      nowMs,
    )
    if (isOver) return
    if ('refused' in admission) {
      fail('refused', `the platform does not take it: ${admission.refused}`)
      return
    }
    if (deviceId !== admission.admitted.id) {
      alarms.forget(sn)
      isOnline = false
    }
    deviceId = admission.admitted.id
    failures = 0
    trouble = undefined
    heardMs = hostClock.now()
    setOnline(true)
    const read = valueReader(answers)
    const rows = Object.entries(device.readings).flatMap(([name, each]) => {
      const registers = read(each.table, each.address, isBits(each.table) ? 1 : registersOf(each.type))
      const raw = isBits(each.table) ? registers[0] : registerValue(each.type, registers, each.swapped)
      return raw === undefined ? [] : [receivedValue({ name, value: raw * each.factor + each.offset })]
    })
    if (device.position)
      ingest.position(sn, { ...device.position, atMs: nowMs, speedKmh: 0, directionDeg: 0, late: false })
    if (rows.length > 0) ingest.readings(sn, { atMs: nowMs, interval: 'realtime', rows, late: false })
    const kinds = Object.entries(device.alarms)
    if (kinds.length === 0) return
    const held = new Map<string, HeldAlarm>()
    for (const [name, { table, address, when, alarm }] of kinds)
      if (read(table, address, 1)[0] === when) held.set(name, alarm)
    alarms.take(sn, held, nowMs, Object.fromEntries(kinds.map(([name, { alarm }]) => [name, alarm])))
  }
  const round = () => {
    poll()
      .catch((error: unknown) => {
        if (isOver) return
        if (error instanceof PollError) fail(error.reason, error.message)
        else log.error({ err: error, sn }, 'a controller could not be polled')
      })
      .finally(() => {
        if (isOver) return
        const slower = Math.min(SLOWER_MAX, 2 ** Math.max(0, failures - OFFLINE_AFTER))
        cancel = hostClock.after(everySeconds * 1000 * slower, round)
      })
  }
  cancel = hostClock.after(0, round)
  return {
    state: (): PolledState => ({
      sn,
      remote: `${host}:${port}`,
      unit,
      isOnline,
      heardMs,
      ...(trouble === undefined ? {} : { trouble }),
    }),
    stop() {
      isOver = true
      cancel()
      master.close()
      setOnline(false)
    },
  }
}

/** Values by table and address, out of the answers. */
function valueReader(answers: ReadonlyMap<PollRequest, number[]>) {
  return (table: PollRequest['table'], address: number, count: number): number[] => {
    for (const [request, values] of answers) {
      const at = address - request.address
      if (request.table === table && at >= 0 && at + count <= request.count)
        return values.slice(at, at + count)
    }
    return []
  }
}
