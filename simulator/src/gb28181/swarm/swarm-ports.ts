/** What stands behind a device of `backlot devices`: channels that show clips, presets, recordings of the last day, alarms. */
import { TALK_FRAME_MS, TALK_FRAME_SAMPLES } from '@backlot/contract/talk/audio-frame'
import { createVoice } from '../../devices/voice.ts'
import type { UplinkDevice } from '../../fleet/uplinks/uplink.ts'
import type { HostClock } from '../../kernel/clock.ts'
import type { GbAlarm, GbChannel, GbCommand, GbPorts, GbPosition } from '../device/ports.ts'
import type { SwarmIds } from './gb-ids.ts'
import { createSwarmAlarms, type SwarmAlarmOptions } from './swarm-alarms.ts'
import type { SwarmMedia } from './swarm-media.ts'

/** Seed of the voices at their microphones. */
const VOICES = 281_84
const HOUR_MS = 3_600_000
const KEPT_MS = 24 * HOUR_MS
const PRESETS_MOST = 255
/** The city is as high above the sea (as in the reports of vehicles). */
const ALTITUDE_M = 44

export function createSwarmPorts(deps: {
  /** Number of the device, from 0. */
  number: number
  device: Pick<UplinkDevice, 'model' | 'entity' | 'location' | 'positionAt'>
  ids: SwarmIds
  media: SwarmMedia
  /** Left out: it raises none. */
  alarms?: SwarmAlarmOptions | undefined
  /** Time as the device has it. */
  now(): number
  hostClock: Pick<HostClock, 'after'>
}): GbPorts {
  const { number, device, media, now } = deps
  const { deviceId, channelIds } = deps.ids
  const presets = new Map<string, Map<number, string>>()
  const homes = new Map<string, { enabled: boolean; resetTimeS: number; presetIndex: number }>()
  const voice = createVoice(VOICES, number)
  const placeAt = (atMs: number): GbAlarm['location'] => {
    const place = device.positionAt?.(atMs)
    return place ? { lat: place.latitude, lng: place.longitude } : device.location
  }
  const alarms = createSwarmAlarms({ ...deps, entity: device.entity, channelIds, placeAt }, deps.alarms)
  const channels = (): GbChannel[] =>
    channelIds.map((id, i) => ({
      kind: 'camera',
      id,
      name: `Camera ${number + 1}-${i + 1}`,
      isOnline: true,
      ptzType: 1,
      duty: alarms.dutyOf(id),
      ...(device.location && { location: device.location }),
    }))
  const namedBy = (id: string) => (id === deviceId ? channelIds : [id])

  const runPtz = (id: string, { action, presetName }: Extract<GbCommand, { kind: 'ptz' }>): boolean => {
    if (action.kind !== 'preset') return false
    const own = presets.get(id) ?? new Map<number, string>()
    if (action.action === 'call') return own.has(action.preset)
    if (action.action === 'delete') return own.delete(action.preset)
    if (own.size >= PRESETS_MOST) return false
    own.set(action.preset, presetName ?? `Preset ${action.preset}`)
    presets.set(id, own)
    return true
  }
  return {
    facts: () => ({
      name: channelIds.length > 1 ? `Recorder ${number + 1}` : `Camera ${number + 1}`,
      manufacturer: 'Backlot',
      model: device.model ?? 'IPC',
      firmware: '1.0',
      isRecording: true,
      isFaulty: false,
      downloadSpeeds: ['1', '2', '4'],
    }),
    channels: { all: channels, onChange: () => () => undefined },
    control: {
      run(id, command) {
        switch (command.kind) {
          case 'ptz':
            return runPtz(id, command)
          case 'guard':
            alarms.setGuard(namedBy(id), command.on)
            return true
          case 'resetAlarm':
            alarms.reset(namedBy(id))
            return true
          case 'home': {
            const { enabled, resetTimeS = 0, presetIndex = 1 } = command
            homes.set(id, { enabled, resetTimeS, presetIndex })
            return true
          }
          // It records all the time.
          case 'record':
            return command.on
          // The device itself does it.
          case 'reboot':
            return id === deviceId
          // Its pictures are clips: they neither turn nor begin anew.
          default:
            return false
        }
      },
      presetsOf: (id) => [...(presets.get(id) ?? [])].map(([index, name]) => ({ index, name })),
      homeOf: (id) => homes.get(id),
      toursOf: () => [],
    },
    recordings: {
      find(channelId, fromMs, toMs) {
        const nowMs = now()
        const first = Math.max(fromMs, nowMs - KEPT_MS)
        const last = Math.min(toMs, nowMs)
        const found = []
        for (let startTime = Math.floor(first / HOUR_MS) * HOUR_MS; startTime < last; startTime += HOUR_MS) {
          const endTime = Math.min(startTime + HOUR_MS, Math.floor(nowMs / 1000) * 1000)
          const filePath = `${channelId}_${startTime / 1000}`
          found.push({ name: 'Record', filePath, startTime, endTime, secrecy: 0, type: 'time' as const })
        }
        return found
      },
    },
    positionOf(): GbPosition | undefined {
      const atMs = now()
      const place = device.positionAt?.(atMs)
      if (!place) return undefined
      const { latitude: lat, longitude: lng, speedKmh, directionDeg } = place
      return { atMs, lat, lng, speedKmh, directionDeg, altitudeM: ALTITUDE_M }
    },
    onAlarm: alarms.onAlarm,
    openMedia: (wish) => {
      const { span } = wish
      const nowMs = now()
      if (span && (span.toMs <= nowMs - KEPT_MS || span.fromMs >= nowMs)) return Promise.resolve(undefined)
      return Promise.resolve(media.open(number, wish))
    },
    openSpeaker: () => ({ frame: () => undefined, close: () => undefined }),
    soundAt(_id, hostMs) {
      const samples = new Int16Array(TALK_FRAME_SAMPLES)
      voice.speak(Math.floor(hostMs / TALK_FRAME_MS) * TALK_FRAME_SAMPLES, samples)
      return samples
    },
  }
}
