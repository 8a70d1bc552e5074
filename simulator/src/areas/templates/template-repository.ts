import { TEMPLATE_KINDS } from '@backlot/contract/templates/constants'
import {
  type NewGenericTemplate,
  type NewMeetingTemplate,
  NewTemplate,
  type UploadFileType,
  type UploadRule,
} from '@backlot/contract/templates/entities'
import { DAY_MS, dayStart, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { templates } from './tables.ts'

/** A template with the span in which it holds so. */
export type DatedTemplate = {
  id: number
  version: number
  template: NewTemplate
  validFromMs: number
  validToMs: number | null
}

/** A plan of recording from a moment on. */
type DatedPlan = {
  validFromMs: number
  recordMode: 'always' | 'alarm' | 'off'
  packMinutes: number
  keepDays: number
}

/** How long the file is that a device writes at a moment, and until when that holds. */
export type DevicePacking = { packMinutes: number; untilMs: number }

/** How a device sends a type of file by its own configuration. */
export type OwnUpload = Pick<UploadRule, 'packMinutes' | 'uploadMinutes'> | 'never'

export type TemplateRepository = {
  templatesAt(atMs: number): DatedTemplate[]
  /** Media servers that a device is bound to by its template; undefined without one. */
  mediaServersOf(sn: string, atMs: number): readonly number[] | undefined
  /** The plans of the media server as they hold for one device: its templates change the packing, or end recording. */
  plansFor(sn: string, plans: readonly DatedPlan[], nowMs: number): DatedPlan[]
  /**
   * How a device packs its own recordings; undefined without a template for it. `ownMinutes`: where no rule applies.
   */
  packingAt(sn: string, atMs: number, ownMinutes?: number): DevicePacking | undefined
  /**
   * When a file that a device made, and finished at a moment, is sent: by a rule, else as the device itself is
   * configured, else at once. Infinity: never.
   */
  sentMs(sn: string, type: UploadFileType, madeMs: number, finishedMs: number, own?: OwnUpload): number
  meeting(id: number, atMs: number): Pick<NewMeetingTemplate, 'membersMax' | 'joinMuted'> | undefined
}

type DatedGeneric = { template: NewGenericTemplate; validFromMs: number; validToMs: number | null }

/** Reads templates as of any platform moment. A small table, kept per version of the store. */
export function createTemplateRepository(store: Store, zone: { zoneMinutes: number }): TemplateRepository {
  const rows = queryBuilder(store.read)
    .select()
    .from(templates)
    .orderBy(templates.id, templates.validFromMs, templates.row)
    .prepare()
  let kept:
    | { storeVersion: number; all: DatedTemplate[]; bySn: ReadonlyMap<string, DatedGeneric[]> }
    | undefined
  const read = () => {
    const storeVersion = store.version()
    if (kept?.storeVersion === storeVersion) return kept
    const all = rows.all().map(({ id, version, fields, validFromMs, validToMs }) => ({
      id,
      version,
      template: NewTemplate.parse(JSON.parse(fields)),
      validFromMs,
      validToMs,
    }))
    const bySn = new Map<string, DatedGeneric[]>()
    for (const { template, validFromMs, validToMs } of all) {
      if (template.kind !== TEMPLATE_KINDS.generic) continue
      for (const sn of template.sns) {
        bySn.set(sn, [...(bySn.get(sn) ?? []), { template, validFromMs, validToMs }])
      }
    }
    kept = { storeVersion, all, bySn }
    return kept
  }
  const holds = (dated: { validFromMs: number; validToMs: number | null }, atMs: number) =>
    dated.validFromMs <= atMs && (dated.validToMs === null || dated.validToMs > atMs)
  const of = (sn: string) => read().bySn.get(sn) ?? []
  const at = (sn: string, atMs: number) => of(sn).findLast((dated) => holds(dated, atMs))
  const ruleAt = (sn: string, type: UploadFileType, atMs: number): UploadRule | undefined => {
    const hour = (atMs - dayStart(atMs, zone.zoneMinutes)) / HOUR_MS
    return at(sn, atMs)?.template.rules.find(
      ({ fileType, fromHour, toHour }) => fileType === type && fromHour <= hour && hour < toHour,
    )
  }

  return {
    templatesAt: (atMs) => read().all.filter((dated) => holds(dated, atMs)),
    mediaServersOf: (sn, atMs) => at(sn, atMs)?.template.mediaServerIds,
    plansFor(sn, plans, nowMs) {
      const dated = of(sn).filter(({ validFromMs }) => validFromMs <= nowMs)
      if (dated.length === 0) return [...plans]
      const moments = new Set(plans.map(({ validFromMs }) => validFromMs))
      for (const { validFromMs, validToMs } of dated) {
        moments.add(validFromMs)
        if (validToMs !== null && validToMs <= nowMs) moments.add(validToMs)
      }
      return [...moments]
        .sort((one, other) => one - other)
        .flatMap((validFromMs): DatedPlan[] => {
          const plan = plans.findLast((each) => each.validFromMs <= validFromMs)
          if (!plan) return []
          const template = at(sn, validFromMs)?.template
          if (!template) return [{ ...plan, validFromMs }]
          const recordMode = template.mediaServerIds.length === 0 ? 'off' : plan.recordMode
          return [{ ...plan, validFromMs, recordMode, packMinutes: template.packMinutes }]
        })
    },
    packingAt(sn, atMs, ownMinutes = DEVICE_PACK_MINUTES) {
      const dated = of(sn)
      if (!dated.some(({ template }) => template.rules.some(({ fileType }) => fileType === 'video'))) {
        return undefined
      }
      const day = dayStart(atMs, zone.zoneMinutes)
      const nextHourMs = day + (Math.floor((atMs - day) / HOUR_MS) + 1) * HOUR_MS
      const changes = dated.flatMap(({ validFromMs, validToMs }) => [validFromMs, validToMs ?? atMs])
      return {
        packMinutes: ruleAt(sn, 'video', atMs)?.packMinutes ?? ownMinutes,
        untilMs: Math.min(nextHourMs, ...changes.filter((changeMs) => changeMs > atMs)),
      }
    },
    sentMs(sn, type, madeMs, finishedMs, own) {
      const rule = ruleAt(sn, type, madeMs) ?? own
      if (!rule) return finishedMs
      if (rule === 'never') return Number.POSITIVE_INFINITY
      const packedMs = type === 'video' ? finishedMs : nextOf(finishedMs, rule.packMinutes, zone.zoneMinutes)
      return nextOf(packedMs, rule.uploadMinutes, zone.zoneMinutes)
    },
    meeting(id, atMs) {
      const found = read().all.find((dated) => dated.id === id && holds(dated, atMs))?.template
      return found?.kind === TEMPLATE_KINDS.meeting ? found : undefined
    },
  }
}

/** Interval at which devices pack files by default. */
export const DEVICE_PACK_MINUTES = 30

/** The next multiple of an interval since midnight, or the midnight after it. */
function nextOf(atMs: number, minutes: number, zoneMinutes: number): number {
  const day = dayStart(atMs, zoneMinutes)
  return Math.min(day + DAY_MS, day + Math.ceil((atMs - day) / (minutes * MINUTE_MS)) * minutes * MINUTE_MS)
}
