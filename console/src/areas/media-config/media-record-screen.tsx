import { PlusOutlined } from '@ant-design/icons'
import {
  addCaptureRule,
  deleteCaptureRule,
  listCaptureRules,
  mediaServerConfig,
  updateCaptureRule,
  updateMediaServerConfig,
} from '@backlot/contract/media-config/calls'
import { CAPTURE_RULES_MAX } from '@backlot/contract/media-config/constants'
import type { CaptureRule } from '@backlot/contract/media-config/entities'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { captureRuleForm, recordPlanForm } from './record-forms.ts'
import './media-config.css'

/** Recordings of the media server, and rules for pictures at intervals: eight at most. */
export function MediaRecordScreen() {
  const t = useText('mediaConfig')
  const [count, setCount] = useState(0)
  const columns = useMemo(() => columnsOf(t), [t])
  const config = useQuery({
    // Below the table's own key: changes of a row or the plan reload both.
    queryKey: ['mediaRecord', 'plan'],
    queryFn: ({ signal }) => request(mediaServerConfig, { signal }),
  })
  const plan = config.data?.plan
  const description: TableDescription<CaptureRule> = {
    name: 'mediaRecord',
    title: t('rules'),
    columns,
    rowKey: ({ id }) => String(id),
    async fetch({ currentPage, pageSize }, signal) {
      const { list, total } = await request(listCaptureRules, { signal })
      setCount(total)
      const from = (currentPage - 1) * pageSize
      return { list: list.slice(from, from + pageSize), total }
    },
    empty: t('noRules'),
    actions: [
      {
        key: 'plan',
        label: t('editPlan'),
        call: updateMediaServerConfig,
        disabledReason: () => (config.data ? undefined : t('noPlan')),
        form: () => recordPlanForm(t, config.data!),
      },
      {
        key: 'add',
        label: t('addRule'),
        icon: <PlusOutlined />,
        call: addCaptureRule,
        disabledReason: () =>
          count >= CAPTURE_RULES_MAX ? t('rulesFull', { max: CAPTURE_RULES_MAX }) : undefined,
        form: () => captureRuleForm(t),
      },
    ],
    rowActions: [
      { key: 'edit', label: t('edit'), call: updateCaptureRule, form: (rule) => captureRuleForm(t, rule) },
      {
        key: 'delete',
        label: t('delete'),
        danger: true,
        call: deleteCaptureRule,
        confirm: ({ name }) => ({
          title: t('deleteAsk', { name }),
          content: t('deleteHint'),
          okText: t('delete'),
        }),
        async run({ id, name }) {
          await request(deleteCaptureRule, { body: { id } })
          return t('deleted', { name })
        },
      },
    ],
    rowActionsWidth: 150,
    export: { fileName: t('rules') },
  }
  return (
    <TableScreen description={description}>
      {plan && (
        <dl className="record-plan" aria-label={t('plan')}>
          <div>
            <dt>{t('recordMode')}</dt>
            <dd>{t(`mode.${plan.recordMode}`)}</dd>
          </div>
          <div>
            <dt>{t('packMinutes')}</dt>
            <dd>{plan.packMinutes}</dd>
          </div>
          <div>
            <dt>{t('keepDays')}</dt>
            <dd>{plan.keepDays}</dd>
          </div>
        </dl>
      )}
    </TableScreen>
  )
}

function columnsOf(t: Translate<'mediaConfig'>): TableDescription<CaptureRule>['columns'] {
  const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
  return [
    { key: 'name', title: t('ruleName'), width: 240, fixed: true },
    { key: 'source', title: t('source'), width: 160, render: ({ source }) => t(`sourceName.${source}`) },
    {
      key: 'intervalMinutes',
      title: t('every'),
      width: 150,
      render: ({ intervalMinutes }) => t('minutes', { count: intervalMinutes }),
      cell: ({ intervalMinutes }) => intervalMinutes,
    },
    {
      key: 'hours',
      title: t('hours'),
      width: 160,
      render: ({ fromHour, toHour }) => `${hour(fromHour)}–${hour(toHour)}`,
    },
    {
      key: 'enabled',
      title: t('enabled'),
      width: 130,
      render: ({ enabled }) => (
        <span className="rule-state" data-on={enabled}>
          {t(enabled ? 'on' : 'off')}
        </span>
      ),
      cell: ({ enabled }) => t(enabled ? 'on' : 'off'),
    },
  ]
}
