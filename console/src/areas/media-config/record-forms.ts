import {
  addCaptureRule,
  updateCaptureRule,
  updateMediaServerConfig,
} from '@backlot/contract/media-config/calls'
import { RECORD_MODES } from '@backlot/contract/media-config/constants'
import { type CaptureRule, NewCaptureRule, RecordPlan } from '@backlot/contract/media-config/entities'
import { describeForm, type FormDescription } from '../../features/table-screen/form-types.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** Recording plan of the media server from now on. */
export function recordPlanForm(
  t: Translate<'mediaConfig'>,
  { plan, version }: { plan: RecordPlan; version?: number | undefined },
): FormDescription {
  return describeForm<RecordPlan>({
    title: t('plan'),
    okText: t('save'),
    editing: true,
    fields: [
      {
        kind: 'select',
        name: 'recordMode',
        label: t('recordMode'),
        options: RECORD_MODES.map((value) => ({ value, label: t(`mode.${value}`) })),
      },
      {
        kind: 'number',
        least: true,
        name: 'packMinutes',
        label: t('packMinutes'),
        help: t('packHint'),
      },
      {
        kind: 'number',
        least: true,
        name: 'keepDays',
        label: t('keepDays'),
      },
    ],
    initial: plan,
    schema: RecordPlan,
    toBody: (entry) => entry,
    async save(entry) {
      await request(updateMediaServerConfig, { body: { plan: entry, version } })
      return t('planSaved')
    },
  })
}

type RuleEntry = Omit<CaptureRule, 'id' | 'version'>

const NEW_RULE: RuleEntry = {
  name: '',
  source: 'server',
  intervalMinutes: 10,
  fromHour: 8,
  toHour: 18,
  enabled: true,
}

/** A rule of timed captures: a new one, or one that is there. */
export function captureRuleForm(t: Translate<'mediaConfig'>, rule?: CaptureRule): FormDescription {
  const { id, version, ...known } = rule ?? { id: 0, version: undefined, ...NEW_RULE }
  return describeForm<RuleEntry>({
    title: rule ? t('editRule', { name: rule.name }) : t('addRule'),
    okText: rule ? t('save') : t('add'),
    editing: rule !== undefined,
    fields: [
      { kind: 'text', name: 'name', label: t('ruleName') },
      {
        kind: 'select',
        name: 'source',
        label: t('source'),
        half: true,
        options: (['device', 'server'] as const).map((value) => ({ value, label: t(`sourceName.${value}`) })),
      },
      {
        kind: 'number',
        least: true,
        name: 'intervalMinutes',
        label: t('interval'),
        half: true,
      },
      {
        kind: 'number',
        least: true,
        name: 'fromHour',
        label: t('fromHour'),
        half: true,
      },
      {
        kind: 'number',
        least: true,
        name: 'toHour',
        label: t('toHour'),
        half: true,
        dependsOn: ['fromHour'],
        check: ({ fromHour, toHour }) => (fromHour < toHour ? undefined : t('hoursOrder')),
      },
      { kind: 'switch', name: 'enabled', label: t('enabled') },
    ],
    initial: known,
    schema: NewCaptureRule,
    toBody: (entry) => entry,
    async save(entry) {
      if (rule) await request(updateCaptureRule, { body: { ...entry, id, version } })
      else await request(addCaptureRule, { body: entry })
      return t('ruleSaved', { name: entry.name })
    },
  })
}
