import { PlusOutlined } from '@ant-design/icons'
import { addPushRule, listPushRules, testPushRule, updatePushRule } from '@backlot/contract/alarm-push/calls'
import type { PushRule } from '@backlot/contract/alarm-push/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import type { NewSecret } from './new-secret.ts'
import { ruleActions } from './rule-actions.ts'
import { ruleColumns } from './rule-columns.tsx'
import { addRuleForm, editRuleForm } from './rule-form.tsx'

const PAGE_SIZE = 20
const NAME = 'alarmPush'

/** The rules. */
export function RuleTable(props: {
  onSecret: (secret: NewSecret) => void
  onShowLog: (rule: PushRule) => void
}) {
  const { onSecret, onShowLog } = props
  const t = useText('alarmPush')
  const queries = useQueryClient()
  const levelText = useText('alarms')
  const types = useAlarmTypes()
  const groups = useGroupTree()
  const [known, setKnown] = useState<{ total: number; max: number; allowed: readonly string[] }>()
  const choices = { t, levelText, types, groups, onSecret }

  /** Shows the result of a test; the rows show it too. */
  const test = async ({ id }: PushRule) => {
    const { state, httpStatus, durationMs, reason } = await request(testPushRule, { body: { id } })
    if (state === 'delivered') {
      notify.success(t('testDelivered', { status: httpStatus ?? '', duration: durationMs ?? 0 }))
    } else notify.error(t('testFailed', { reason }))
    await queries.invalidateQueries({ queryKey: [NAME] })
  }

  const description = listTable(listPushRules, {
    name: NAME,
    title: t('title'),
    columns: ruleColumns(t, types),
    rowKey: ({ id }) => String(id),
    filters: [{ kind: 'text', key: 'name', label: t('name'), placeholder: t('find'), width: 220 }],
    onPage: setKnown,
    defaultPageSize: PAGE_SIZE,
    empty: t('none'),
    actions: [
      {
        key: 'add',
        label: t('add'),
        icon: <PlusOutlined />,
        call: addPushRule,
        disabledReason: () => (known && known.total >= known.max ? t('full', { max: known.max }) : undefined),
        form: () => addRuleForm(choices),
      },
    ],
    rowActions: [
      { key: 'edit', label: t('edit'), call: updatePushRule, form: (rule) => editRuleForm(choices, rule) },
      ...ruleActions({ t, onSecret, onShowLog, onTest: test }),
    ],
    rowActionsWidth: 256,
    autoRefresh: true,
  })
  return (
    <TableScreen
      description={description}
      filtersEnd={
        known && (
          <span className="push-allowed">
            {known.allowed.length === 0
              ? t('allowedNone')
              : t('allowed', { hosts: known.allowed.join(', ') })}
          </span>
        )
      }
    />
  )
}
