import { PlusOutlined } from '@ant-design/icons'
import { addControlPerson, listControlPersons } from '@backlot/contract/control-lists/calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { personActions, removePersons } from './person-actions.ts'
import { personColumns } from './person-columns.tsx'
import { addPersonForm } from './person-form.tsx'
import './control-lists.css'

/** Control lists: whom the cameras' analysis looks for. */
export function ControlListsScreen() {
  const t = useText('controlLists')
  const columns = useMemo(() => personColumns(t), [t])
  const known = useQuery({
    queryKey: ['controlLists', 'labels'],
    queryFn: ({ signal }) => request(listControlPersons, { query: { pageSize: 1 }, signal }),
  })
  const labels = known.data?.labels.map(({ label }) => label) ?? []

  const description = listTable(listControlPersons, {
    name: 'controlLists',
    title: t('title'),
    columns,
    rowKey: ({ id }) => String(id),
    filters: [
      { kind: 'text', key: 'text', label: t('find'), placeholder: t('findHint'), width: 200 },
      {
        kind: 'choice',
        key: 'label',
        label: t('label'),
        options: labels.map((label) => ({ value: label, label })),
      },
      {
        kind: 'choice',
        key: 'sex',
        label: t('sex'),
        options: [
          { value: 0, label: t('female') },
          { value: 1, label: t('male') },
        ],
      },
      {
        kind: 'choice',
        key: 'enabled',
        label: t('enabled'),
        options: [
          { value: 1, label: t('lookedFor') },
          { value: 0, label: t('resting') },
        ],
      },
    ],
    defaultSort: { key: 'createTime', order: 'desc' },
    empty: t('none'),
    actions: [
      {
        key: 'add',
        label: t('add'),
        icon: <PlusOutlined />,
        call: addControlPerson,
        form: () => addPersonForm(t, labels),
      },
    ],
    rowActions: personActions(t, labels),
    rowActionsWidth: 166,
    batchActions: [removePersons(t)],
    export: { fileName: t('title') },
  })
  return <TableScreen description={description} />
}
