/**
 * A device that publishes to an MQTT broker, by the topics of a mapping. A report counts as answered when the broker
 * has acknowledged it (QoS 1), or when its bytes are written (QoS 0, which has no answer).
 */

import mqtt, { type MqttClient } from 'mqtt'
import type { MqttMapping, MqttSetTopic } from '../../../wire/mqtt/mqtt-mapping.ts'
import { readSettings } from '../../../wire/mqtt/read-message.ts'
import { writeTopic } from '../../../wire/mqtt/topic-pattern.ts'
import { type DeviceReport, presenceMessage, reportMessages } from '../../../wire/mqtt/write-message.ts'
import { uniform } from '../../../world/hash.ts'
import type { Uplink, UplinkDeps, UplinkDevice, UplinkState } from '../uplink.ts'
import { phaseOf } from '../wire-swarm.ts'
import { openMqttStream } from './mqtt-stream.ts'

export type MqttUplinkOptions = {
  mapping: MqttMapping
  qos: 0 | 1
  /** 4 is MQTT 3.1.1. */
  version: 4 | 5
  username?: string | undefined
  password?: string | undefined
  /** Whether the broker keeps the last report; left out: it does not. */
  retain?: boolean
  /** Time between two reports, asked before each. */
  reportMs(): number
  /** Topics on which the device is set. */
  set?: readonly MqttSetTopic[]
  /** Settings that came, by name; resolves, once they hold, with whether the device takes them. */
  onSettings?(settings: Readonly<Record<string, number>>): Promise<boolean>
  /** A message that brings no settings, or some that the device does not take. */
  onRefused?(topic: string): void
  /** The connection failed, or the broker refused it. */
  onError?(text: string): void
}

const RETRY_FIRST_MS = 1000
const RETRY_LAST_MS = 30_000
const CONNECT_WITHIN_MS = 15_000
const KEEP_ALIVE_S = 60
/** Reports kept while there is no connection, and messages that wait for their acknowledgement. */
const KEPT_MAX = 500
const UNANSWERED_MAX = 100
/** So often it is looked whether the device has power and signal, however seldom it reports. */
const FOLLOW_MS = 5000
/** A longer message sets nothing. */
const SET_BYTES = 65_536
const STREAM_RETRY = 8101

export type MqttUplink = Uplink & {
  /** Reports between two beats: something has changed. */
  reportNow(): void
}

export function createMqttUplink(
  device: UplinkDevice,
  deps: UplinkDeps,
  options: MqttUplinkOptions,
): MqttUplink {
  const { hostClock, platformClock } = deps
  const { mapping, qos, retain = false, set = [], reportMs } = options
  const { sn, entity } = device
  let state: UplinkState = 'stopped'
  let client: MqttClient | undefined
  let endFaults = (): void => {}
  let cut = (): void => {}
  let cancelRetry = (): void => {}
  let stopReports = (): void => {}
  let attempts = 0
  let unanswered = 0
  const kept: DeviceReport[] = []
  const counts = {
    connects: 0,
    breaks: 0,
    sent: 0,
    acked: 0,
    lost: 0,
    answered: 0,
    bytesSent: 0,
    bytesReceived: 0,
  }
  const setTopics = new Map(set.map((rule) => [writeTopic(rule.topic, { sn }), rule]))

  const tellsAlarms = mapping.topics.some(({ alarm }) => alarm)
  const reportOf = (beatMs: number): DeviceReport => {
    const atMs = Math.floor(beatMs / 1000) * 1000
    const position = positionOf(device, atMs)
    const values = (device.readingsAt?.(atMs) ?? []).map(({ quantity, value }) => ({ name: quantity, value }))
    return {
      atMs,
      values,
      settings: device.settingsAt?.(atMs) ?? [],
      ...(tellsAlarms && device.alarmsAt ? { alarms: device.alarmsAt(atMs) } : {}),
      ...(position ? { position } : {}),
    }
  }
  const publish = (report: DeviceReport): void => {
    const own = client
    if (!own) return
    for (const { topic, payload } of reportMessages(mapping, sn, report)) {
      const beganMs = hostClock.now()
      counts.sent++
      unanswered++
      own.publish(topic, payload, { qos, retain }, (error) => {
        unanswered--
        if (error) {
          counts.lost++
          deps.onLost?.()
          return
        }
        counts.acked++
        deps.onAck?.(hostClock.now() - beganMs)
      })
    }
  }
  const report = (beatMs: number): void => {
    if (platformClock.rate() !== 1 || state === 'down') return
    if (state === 'online' && unanswered < UNANSWERED_MAX) {
      publish(reportOf(beatMs))
      return
    }
    kept.push(reportOf(beatMs))
    if (kept.length <= KEPT_MAX) return
    kept.shift()
    counts.sent++
    counts.lost++
    deps.onLost?.()
  }
  const reportNow = (): void => {
    if (state !== 'stopped') report(platformClock.now())
  }
  /** Sets what a message says, and reports at once: who set it sees that it holds. */
  const beSet = async (topic: string, payload: Buffer): Promise<void> => {
    const rule = setTopics.get(topic)
    const settings = rule && readSettings(rule, payload.toString('utf8'))
    if (settings && (await options.onSettings?.(settings))) {
      counts.answered++
      reportNow()
    } else options.onRefused?.(topic)
  }
  const open = (): void => {
    if (state === 'stopped') return
    state = 'connecting'
    const gone = presenceMessage(mapping, sn, false)
    const { stream, socket, leave } = openMqttStream(
      { host: deps.host, port: deps.port },
      hostClock,
      deps.transform,
    )
    endFaults = leave
    cut = () => stream.destroy()
    const own = new mqtt.MqttClient(() => stream, {
      protocol: 'mqtt',
      protocolVersion: options.version,
      clientId: sn,
      clean: true,
      keepalive: KEEP_ALIVE_S,
      connectTimeout: CONNECT_WITHIN_MS,
      // Attempts follow at our own pace; nothing is queued where it could be lost unseen.
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      ...(options.username === undefined ? {} : { username: options.username }),
      ...(options.password === undefined ? {} : { password: options.password }),
      ...(gone ? { will: { topic: gone.topic, payload: Buffer.from(gone.payload), qos, retain: true } } : {}),
    })
    client = own
    const before = { sent: counts.bytesSent, received: counts.bytesReceived }
    const countBytes = () => {
      counts.bytesSent = before.sent + socket.bytesWritten
      counts.bytesReceived = before.received + socket.bytesRead
    }
    own.on('error', (error) => options.onError?.(error.message))
    own.on('packetsend', countBytes)
    own.on('packetreceive', countBytes)
    own.on('connect', () => {
      if (client !== own) return
      state = 'online'
      attempts = 0
      counts.connects++
      const here = presenceMessage(mapping, sn, true)
      if (here) own.publish(here.topic, here.payload, { qos, retain: true })
      if (setTopics.size > 0)
        own.subscribe([...setTopics.keys()], { qos: 1 }, (error) => {
          if (error && client === own) options.onError?.(error.message)
        })
      for (const late of kept.splice(0)) publish(late)
    })
    own.on('message', (topic, payload) => {
      if (client === own && payload.length <= SET_BYTES) void beSet(topic, payload)
      else options.onRefused?.(topic)
    })
    own.on('close', () => {
      if (client !== own) return
      client = undefined
      // What waits for its acknowledgement is given up: the callbacks count it.
      own.end(true)
      if (state === 'stopped' || state === 'down') return
      counts.breaks++
      state = 'waiting'
      const pauseMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** Math.min(attempts++, 10))
      cancelRetry = hostClock.after(pauseMs * (0.5 + uniform(0, entity, STREAM_RETRY, attempts)), open)
    })
  }
  /** Without power or signal the connection breaks, and the broker publishes the will. */
  const followModel = (): void => {
    const isUp = device.isUpAt?.(platformClock.now()) !== false
    if (isUp && state === 'down') {
      state = 'waiting'
      open()
    } else if (!isUp && state !== 'down') {
      state = 'down'
      cancelRetry()
      cut()
    }
  }
  const awaitBeat = (): void => {
    const nowMs = platformClock.now()
    const everyMs = reportMs()
    const phaseMs = phaseOf(device)(everyMs)
    const beatMs = (Math.floor((nowMs - phaseMs) / everyMs) + 1) * everyMs + phaseMs
    const isNext = beatMs - nowMs <= FOLLOW_MS
    stopReports = hostClock.after(isNext ? beatMs - nowMs : FOLLOW_MS, () => {
      awaitBeat()
      followModel()
      if (isNext) report(beatMs)
    })
  }

  return {
    start() {
      if (state !== 'stopped') return
      state = device.isUpAt?.(platformClock.now()) === false ? 'down' : 'waiting'
      if (state === 'waiting') open()
      awaitBeat()
    },
    reportNow,
    async signOff() {
      const own = client
      if (!own || state !== 'online') return
      // It counts as it was while it leaves.
      state = 'held'
      client = undefined
      stopReports()
      const gone = presenceMessage(mapping, sn, false)
      endFaults()
      // A goodbye keeps the will from being sent: the device says itself that it is gone.
      if (gone) own.publish(gone.topic, gone.payload, { qos: 0, retain: true })
      await own.endAsync()
    },
    stop() {
      if (state === 'stopped') return
      state = 'stopped'
      cancelRetry()
      stopReports()
      client?.end(true)
      client = undefined
      cut()
      kept.length = 0
    },
    stats: () => ({ state, ...counts, resent: 0, backlog: kept.length }),
  }
}

/** Where a device is; of one that stays, where it stands. */
function positionOf({ positionAt, location }: UplinkDevice, atMs: number): DeviceReport['position'] {
  const place = positionAt?.(atMs)
  if (!place) return location && { longitude: location.lng, latitude: location.lat }
  const { longitude, latitude, speedKmh, directionDeg } = place
  return { longitude, latitude, speedKmh, directionDeg }
}
