/** Ports of recordings to the directory, the past, the alarms and the media server's record. */
import { MANUAL_SNAPSHOT } from '@backlot/contract/alarms/constants'
import type { UploadFileType } from '@backlot/contract/templates/entities'
import { isOnline } from '../../areas/devices/tree-node.ts'
import type { MediaConfigRepository } from '../../areas/media-config/media-config-repository.ts'
import { timedCaptures } from '../../areas/media-config/timed-captures.ts'
import type {
  Capture,
  CapturePort,
  RecordedDevicesPort,
  RecordIndexPort,
} from '../../areas/recordings/ports.ts'
import {
  DEVICE_PACK_MINUTES,
  type DevicePacking,
  type TemplateRepository,
} from '../../areas/templates/template-repository.ts'
import type { DeviceCommand } from '../../devices/commands.ts'
import { deviceCaptures } from '../../devices/device-captures.ts'
import { deviceUploadAt, deviceVideoPacking } from '../../devices/device-uploads.ts'
import type { History } from '../../history/history.ts'
import { StoredResource } from '../../history/reported-alarm.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { Store } from '../../store/store.ts'
import type { ExternalRecordings } from '../media/external-recordings.ts'
import type { DirectoryView } from './directory-view.ts'

const VIDEO = 0

/** The past, as far as recordings follow from it. */
export type RecordedPastPort = Pick<History, 'recordingsOf' | 'onlineSpansOf'>

export function createRecordingPorts(deps: {
  view: DirectoryView
  mediaServerOf: RecordedDevicesPort['mediaServerOf']
  past: RecordedPastPort
  /** Recordings of devices of others; left out: none. */
  external?: Pick<ExternalRecordings, 'look' | 'recordingsOf'> | undefined
  store: Store
  clock: PlatformClock
  config: MediaConfigRepository
  templates: TemplateRepository
  render: CapturePort['render']
  /** Commands to a device, in log order. */
  commandsOf(sn: string): readonly DeviceCommand[]
}): { devices: RecordedDevicesPort; index: RecordIndexPort; captures: CapturePort } {
  const { view, past, external, store, clock, config, templates } = deps
  const pictures = store.read.prepare(
    `SELECT alarm_seq AS alarmSeq, type, sub_type AS subType, resource FROM alarms
     WHERE sn = ? AND start_ms >= ? AND start_ms < ? AND start_ms <= ? AND resource <> '[]'`,
  )

  const sentMs = (sn: string, type: UploadFileType, madeMs: number, finishedMs: number) =>
    templates.sentMs(sn, type, madeMs, finishedMs, deviceUploadAt(deps.commandsOf(sn), type, madeMs))
  const packingAt = (sn: string, atMs: number): DevicePacking | undefined => {
    const own = deviceVideoPacking(deps.commandsOf(sn), atMs)
    const byTemplate = templates.packingAt(sn, atMs, own.packMinutes)
    if (!byTemplate && own.packMinutes === undefined && own.untilMs === Number.POSITIVE_INFINITY) return
    return {
      packMinutes: byTemplate?.packMinutes ?? own.packMinutes ?? DEVICE_PACK_MINUTES,
      untilMs: Math.min(byTemplate?.untilMs ?? own.untilMs, own.untilMs),
    }
  }

  const ofAlarms = (sn: string, chnIds: readonly number[], fromMs: number, toMs: number): Capture[] => {
    const rows = pictures.all(
      sn,
      fromMs - ALARM_LEAD_MS,
      toMs + ALARM_LEAD_MS,
      clock.now(),
    ) as AlarmPictures[]
    return rows.flatMap(({ resource, ...alarm }) =>
      StoredResource.array()
        .parse(JSON.parse(resource))
        .flatMap((one): Capture[] => {
          if (!('recipe' in one) || one.type !== 1 || one.recipe.sn !== sn) return []
          const { chnId, atMs } = one.recipe
          if (!chnIds.includes(chnId) || atMs < fromMs || atMs >= toMs) return []
          return [{ chnId, atMs, kind: alarm.subType === MANUAL_SNAPSHOT ? 'remote' : 'alarm', alarm }]
        }),
    )
  }

  return {
    devices: {
      find(sn, scope) {
        const device = view.device(sn)
        if (!device || !view.inScope(device.groupId, scope)) return undefined
        const videoChannels = device.channels.filter(({ type }) => type === VIDEO)
        return { sn, online: isOnline(view.state(sn)), videoChannels }
      },
      mediaServerOf: deps.mediaServerOf,
    },
    index: {
      async look(sn, chnId, fromMs, toMs, source) {
        if (source === 'device') await external?.look(sn, chnId, fromMs, toMs)
      },
      recordingsOf(sn, chnId, fromMs, toMs, source) {
        const asked = external?.recordingsOf(sn, chnId, fromMs, toMs)
        if (asked) return source === 'device' ? asked : []
        const nowMs = clock.now()
        const files = past.recordingsOf(sn, chnId, fromMs, toMs, {
          source,
          plans: templates.plansFor(sn, config.plansUpTo(nowMs), nowMs),
          packingAt: (atMs) => packingAt(sn, atMs),
        })
        // Recordings of the media server are there; files of the device are there once they were sent.
        const typeOf = ({ cause }: { cause: string }) =>
          source === 'device' ? 'video' : cause === 'alarm' ? 'pushVideo' : undefined
        return files?.filter((file) => {
          const type = typeOf(file)
          return type === undefined || sentMs(sn, type, file.startMs, file.endMs) <= nowMs
        })
      },
    },
    captures: {
      render: deps.render,
      capturesOf(sn, chnIds, fromMs, toMs) {
        const endMs = Math.min(toMs, Math.floor(clock.now()) + 1)
        const online = (past.onlineSpansOf(sn, fromMs, endMs) ?? []).filter((span) => span.online)
        const timed = timedCaptures(config.rulesIn(fromMs, endMs), fromMs, endMs, clock.zoneMinutes)
        const own = deviceCaptures(deps.commandsOf(sn), fromMs, endMs)
          .filter(
            (atMs) => !timed.some((capture) => capture.kind === 'deviceTiming' && capture.atMs === atMs),
          )
          .map((atMs) => ({ kind: 'deviceTiming' as const, atMs }))
        const isSent = ({ kind, atMs }: { kind: Capture['kind']; atMs: number }) =>
          kind !== 'deviceTiming' || sentMs(sn, 'deviceTimingCapture', atMs, atMs) <= clock.now()
        const taken = [...timed, ...own]
          .filter(isSent)
          .filter(({ atMs }) => online.some((span) => span.fromMs <= atMs && atMs < span.toMs))
          .flatMap((capture) => chnIds.map((chnId) => ({ ...capture, chnId })))
        return [...taken, ...ofAlarms(sn, chnIds, fromMs, endMs)]
      },
    },
  }
}

type AlarmPictures = { alarmSeq: string; type: string; subType: string; resource: string }
/** A picture of an alarm may be of a moment somewhat before or after its start. */
const ALARM_LEAD_MS = 120_000
