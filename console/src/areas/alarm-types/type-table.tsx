import { PlusOutlined } from '@ant-design/icons'
import {
  addAlarmType,
  deleteAlarmType,
  restoreAlarmType,
  updateAlarmType,
} from '@backlot/contract/alarm-types/calls'
import { alarmTypes } from '@backlot/contract/alarms/calls'
import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import { useMemo } from 'react'
import type { FilterValues } from '../../features/table-screen/filter-types.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { levelName, typeColumns } from './type-columns.tsx'
import { addTypeForm, editTypeForm } from './type-form.tsx'

const LEVELS = [1, 2, 3, 4] as const

/** The tree of types as a table: each type, then its sub-types. */
export function TypeTable() {
  const t = useText('alarmTypes')
  const levelText = useText('alarms')
  const language = useLanguage()
  const texts = { t, levelText }
  const columns = useMemo(() => typeColumns({ t, levelText }), [t, levelText])
  const version = ({ id, version: known = 0 }: AlarmTypeNode) => ({ id, version: known })

  const description: TableDescription<AlarmTypeNode> = {
    name: 'alarmTypes',
    title: t('title'),
    columns,
    rowKey: ({ key }) => key,
    filters: [
      { kind: 'text', key: 'text', label: t('name'), placeholder: t('find') },
      {
        kind: 'choice',
        key: 'level',
        label: t('level'),
        options: LEVELS.map((level) => ({ value: String(level), label: levelName(texts, level) })),
      },
      {
        kind: 'choice',
        key: 'source',
        label: t('source'),
        options: [
          { value: '1', label: t('system') },
          { value: '0', label: t('own') },
        ],
      },
    ],
    async fetch({ currentPage, pageSize }, signal, { filters }) {
      const { list } = await request(alarmTypes, { signal })
      const found = filterTree(list, filters)
      return { list: found.slice((currentPage - 1) * pageSize, currentPage * pageSize), total: found.length }
    },
    fetchKey: [language],
    defaultPageSize: 100,
    empty: t('none'),
    actions: [
      {
        key: 'add',
        label: t('add'),
        icon: <PlusOutlined />,
        call: addAlarmType,
        form: () => addTypeForm(texts),
      },
    ],
    rowActions: [
      { key: 'edit', label: t('edit'), call: updateAlarmType, form: (node) => editTypeForm(texts, node) },
      {
        key: 'addSub',
        label: t('addSub'),
        call: addAlarmType,
        shownFor: ({ nodeType }) => nodeType === 0,
        form: (node) => addTypeForm(texts, node),
      },
      {
        key: 'restore',
        label: t('restore'),
        call: restoreAlarmType,
        shownFor: ({ system, version: known = 0 }) => system === 1 && known > 0,
        confirm: ({ name }) => ({ title: t('restoreAsk', { name }), okText: t('restore') }),
        async run(node) {
          await request(restoreAlarmType, { body: version(node) })
          return t('restored', { name: node.name })
        },
      },
      {
        key: 'delete',
        label: t('delete'),
        danger: true,
        call: deleteAlarmType,
        disabledReason: ({ system }) => (system === 1 ? t('systemStays') : undefined),
        confirm: ({ name }) => ({
          title: t('deleteAsk', { name }),
          content: t('deleteHint'),
          okText: t('delete'),
        }),
        async run(node) {
          await request(deleteAlarmType, { body: version(node) })
          return t('deleted', { name: node.name })
        },
      },
    ],
    rowActionsWidth: 252,
    export: { fileName: t('title') },
  }
  return <TableScreen description={description} />
}

/** Part of the tree that matches the filters, in its order; a found sub-type comes with the type above it. */
function filterTree(list: readonly AlarmTypeNode[], filters: FilterValues): AlarmTypeNode[] {
  const { text, level, source } = filters
  const wanted = text?.trim().toLowerCase() ?? ''
  if (wanted === '' && !level && !source) return [...list]
  const found = list.filter(
    ({ name, nameZh = '', nameEn = '', type, level: has, system }) =>
      `${name}\n${nameZh}\n${nameEn}\n${type}`.toLowerCase().includes(wanted) &&
      (!level || String(has) === level) &&
      (!source || String(system) === source),
  )
  const shown = new Set(found.flatMap(({ key, parentType }) => [key, parentType]))
  return list.filter(({ key }) => shown.has(key))
}
