import { PlusOutlined } from '@ant-design/icons'
import { deletePreplan, listPreplans, updatePreplan } from '@backlot/contract/preplans/calls'
import type { Preplan } from '@backlot/contract/preplans/entities'
import { useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { loadTree } from '../../features/device-tree/device-store.ts'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import { useTableUrl } from '../../features/table-screen/table-url.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { isPathPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { planColumns } from './plan-columns.tsx'
import { addPlanForm, editPlanForm } from './plan-form.tsx'
import './preplans-screen.css'

/** Video plans: their channels, intervals and schedules. Running one opens the polling with it. */
export function PreplansScreen() {
  const t = useText('polling')
  const url = useTableUrl()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const grant = useSession()
  const columns = useMemo(() => planColumns(t), [t])
  useEffect(() => {
    loadTree().catch((error: unknown) => console.error('device tree', error))
  }, [])

  const pollPath = [pathname.replace('videoPreplan', 'videoPoll'), '/videoPoll', '/realTime/videoPoll'].find(
    (path) => isPathPermitted(path, grant),
  )
  const byOrder = (url.sort ?? { key: 'sort', order: 'asc' }).key === 'sort' && url.sort?.order !== 'desc'
  const notYours = ({ editable }: Preplan) => (editable ? undefined : t('plan.notYours'))

  const description = listTable(listPreplans, {
    name: 'preplans',
    title: t('plan.title'),
    columns,
    rowKey: ({ id }) => String(id),
    filters: [{ kind: 'text', key: 'name', label: t('plan.search'), placeholder: t('plan.searchHint') }],
    defaultSort: { key: 'sort', order: 'asc' },
    empty: t('plan.empty'),
    actions: [{ key: 'add', label: t('plan.add'), icon: <PlusOutlined />, form: () => addPlanForm(t) }],
    rowActions: [
      {
        key: 'run',
        label: t('plan.run'),
        disabledReason: ({ channels }) =>
          pollPath === undefined ? t('plan.noPolling') : channels === 0 ? t('plan.noChannels') : undefined,
        run: ({ id }) => navigate(`${pollPath}?plan=${id}`),
      },
      { key: 'edit', label: t('plan.edit'), disabledReason: notYours, form: (plan) => editPlanForm(t, plan) },
      {
        key: 'enable',
        label: t('plan.enable'),
        shownFor: ({ enabled }) => !enabled,
        disabledReason: notYours,
        async run(plan) {
          await request(updatePreplan, { body: { id: plan.id, enabled: true } })
          return t('plan.enabledDone', { name: plan.name })
        },
      },
      {
        key: 'disable',
        label: t('plan.disable'),
        shownFor: ({ enabled }) => enabled,
        disabledReason: notYours,
        async run(plan) {
          await request(updatePreplan, { body: { id: plan.id, enabled: false } })
          return t('plan.disabledDone', { name: plan.name })
        },
      },
      ...([-1, 1] as const).map((step) => ({
        key: step < 0 ? 'up' : 'down',
        label: step < 0 ? t('plan.up') : t('plan.down'),
        disabledReason: (plan: Preplan) =>
          notYours(plan) ??
          (byOrder
            ? step < 0 && plan.sort === 1
              ? t('plan.firstAlready')
              : undefined
            : t('plan.sortFirst')),
        async run(plan: Preplan) {
          await request(updatePreplan, { body: { id: plan.id, sort: plan.sort + step } })
          return t('plan.movedDone', { name: plan.name })
        },
      })),
      {
        key: 'delete',
        label: t('plan.delete'),
        danger: true,
        disabledReason: notYours,
        confirm: (plan) => ({
          title: t('plan.deleteAsk', { name: plan.name }),
          content: t('plan.deleteHint'),
          okText: t('plan.delete'),
        }),
        async run(plan) {
          await request(deletePreplan, { body: { id: plan.id } })
          return t('plan.deleted', { name: plan.name })
        },
      },
    ],
    rowActionsWidth: 304,
  })
  return <TableScreen description={description} />
}
