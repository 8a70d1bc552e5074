/** Our own devices at a broker: those of kinds whose files say how they publish and on which topics they are set. */
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { Logger } from 'pino'
import { alarmsInProgress } from '../../../areas/alarms/alarms-in-progress.ts'
import { KINDS } from '../../../devices/kinds.ts'
import { ownSettingsAt, takesSettings } from '../../../devices/own-settings.ts'
import { settingAt } from '../../../devices/setting-at.ts'
import { isSilentAt } from '../../../devices/silence.ts'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Device } from '../../../fleet/device.ts'
import type { Directory } from '../../../fleet/directory.ts'
import { createMqttUplink, type MqttUplink } from '../../../fleet/uplinks/mqtt/mqtt-uplink.ts'
import { createWheelClock } from '../../../fleet/uplinks/wheel-clock.ts'
import type { HostClock, PlatformClock } from '../../../kernel/clock.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import { seldomLog } from '../../../kernel/seldom-log.ts'
import type { Store } from '../../../store/store.ts'
import type { World } from '../../../world/types.ts'
import type { Config } from '../../config.ts'
import { wireStations } from '../hj212/wire-stations.ts'
import { createUplinkPool, type UplinkPool } from '../uplink-pool.ts'

export type MqttUplinks = Pick<UplinkPool, 'stats'> & {
  /** host:port of the broker. */
  address: string
  /** Messages that set nothing. */
  refused(): number
  /** Why a connection last failed; undefined: none has. */
  lastError(): MqttError | undefined
}

/** `atMs` is platform time. */
type MqttError = { sn: string; atMs: number; text: string }

/** Undefined without an order. */
export function openMqttUplinks(
  deps: {
    config: Pick<Config, 'mqttTo'>
    world: World
    directory: Directory
    commands: CommandLog
    store: Pick<Store, 'read'>
    outbox: { onAlarms(listener: (list: readonly Alarm[]) => void): () => void }
    clock: PlatformClock
    host: HostClock
    log: Logger
  },
  disposal: Disposal,
): MqttUplinks | undefined {
  const { world, directory, commands, clock, host } = deps
  const order = deps.config.mqttTo
  if (!order) return undefined
  const log = seldomLog(deps.log.child({ uplink: 'mqtt' }), () => host.now())
  const wheel = disposal.use(createWheelClock(host))
  const { deviceOf } = wireStations(world, commands)
  let refused = 0
  let lastError: MqttError | undefined
  const set = async ({ sn, kind }: Device, settings: Readonly<Record<string, number>>) => {
    if (!takesSettings(kind, settings)) return false
    try {
      for (const [setting, value] of Object.entries(settings))
        await commands.append(sn, clock.now(), { kind: 'setting', setting, value })
      return true
    } catch (error) {
      log.error({ err: error, sn }, 'a setting could not be stored')
      return false
    }
  }
  const create = (device: Device): MqttUplink | undefined => {
    const { sn, kind, latitude, longitude } = device
    const { mqtt, reportMs } = KINDS[kind]
    if (!mqtt) return undefined
    const station = deviceOf(device)
    return createMqttUplink(
      {
        ...station,
        location: { lat: latitude, lng: longitude },
        settingsAt: (epochMs) => ownSettingsAt(kind, commands.commandsOf(sn), epochMs),
        // A report has the time of its second: an alarm within it has begun, too.
        alarmsAt: () => alarmsInProgress(deps.store.read, sn, clock.now()),
        isUpAt: (epochMs) =>
          station.isUpAt?.(epochMs) !== false && !isSilentAt(commands.commandsOf(sn), epochMs),
      },
      { host: order.host, port: order.port, hostClock: wheel, platformClock: clock },
      {
        ...mqtt,
        version: order.version,
        username: order.username,
        password: order.password,
        reportMs: () =>
          settingAt(commands.commandsOf(sn), 'realtimeSeconds', clock.now(), reportMs / 1000) * 1000,
        onSettings: (settings) => set(device, settings),
        onError(text) {
          lastError = { sn, atMs: Math.floor(clock.now()), text }
          log.warn({ sn, reason: text }, 'an MQTT connection of a device failed')
        },
        onRefused(topic) {
          refused++
          log.warn({ sn, topic }, 'an MQTT message to a device set nothing')
        },
      },
    )
  }
  const speaks = ({ kind }: Device) => KINDS[kind].mqtt !== undefined
  const topics = Object.values(KINDS).flatMap(({ mqtt }) => mqtt?.mapping.topics ?? [])
  const toldTypes = new Set(
    topics.flatMap(({ alarm }) => Object.values(alarm?.types ?? {}).map(({ type }) => type)),
  )
  const { stats, of } = createUplinkPool({ directory, speaks, create }, disposal)
  // An alarm that begins or ends is told at once, not with the next report.
  disposal.defer(
    deps.outbox.onAlarms((list) => {
      const tellers = list.filter(({ type }) => toldTypes.has(type)).map(({ sn }) => sn)
      for (const sn of new Set(tellers)) of(sn)?.reportNow()
    }),
  )
  return { address: order.address, stats, refused: () => refused, lastError: () => lastError }
}
