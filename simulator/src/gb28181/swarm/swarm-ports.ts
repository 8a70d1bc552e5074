/** What stands behind a device that is let loose: channels that show clips, presets, recordings of the last day. */
import type { HostClock } from '../../kernel/clock.ts'
import type { GbChannel, GbCommand, GbPorts } from '../device/ports.ts'
import type { SwarmMedia } from './swarm-media.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 24 * HOUR_MS
const PRESETS_MOST = 255

export function createSwarmPorts(deps: {
  /** Number of the device, from 0. */
  number: number
  model: string
  channelIds: readonly string[]
  media: SwarmMedia
  hostClock: Pick<HostClock, 'now'>
}): GbPorts {
  const { number, channelIds, media, hostClock } = deps
  const presets = new Map<string, Map<number, string>>()
  const homes = new Map<string, { enabled: boolean; resetTimeS: number; presetIndex: number }>()
  let isRecording = true
  let isGuarded = true
  const channels = (): GbChannel[] =>
    channelIds.map((id, i) => ({
      id,
      name: `Camera ${number + 1}-${i + 1}`,
      isOnline: true,
      ptzType: 1,
      duty: isGuarded ? 'ONDUTY' : 'OFFDUTY',
    }))

  const runPtz = (id: string, { action, presetName }: Extract<GbCommand, { kind: 'ptz' }>): boolean => {
    if (action.kind !== 'preset') return true
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
      model: deps.model,
      firmware: '1.0',
      isRecording,
      isFaulty: false,
      downloadSpeeds: ['1', '2', '4'],
    }),
    channels: { all: channels, onChange: () => () => undefined },
    control: {
      run(id, command) {
        if (command.kind === 'ptz') return runPtz(id, command)
        if (command.kind === 'record') isRecording = command.on
        if (command.kind === 'guard') isGuarded = command.on
        if (command.kind === 'home') {
          const { enabled, resetTimeS = 0, presetIndex = 1 } = command
          homes.set(id, { enabled, resetTimeS, presetIndex })
        }
        return true
      },
      presetsOf: (id) => [...(presets.get(id) ?? [])].map(([index, name]) => ({ index, name })),
      homeOf: (id) => homes.get(id),
      toursOf: () => [],
    },
    recordings: {
      find(channelId, fromMs, toMs) {
        const nowMs = hostClock.now()
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
    positionOf: () => undefined,
    onAlarm: () => () => undefined,
    openMedia: (wish) => {
      const { span } = wish
      const nowMs = hostClock.now()
      if (span && (span.toMs <= nowMs - KEPT_MS || span.fromMs >= nowMs)) return Promise.resolve(undefined)
      return Promise.resolve(media.open(number, wish))
    },
    openSpeaker: () => ({ frame: () => undefined, close: () => undefined }),
    takeSnapshots: () => Promise.reject(new Error('devices that are let loose upload nothing')),
  }
}
