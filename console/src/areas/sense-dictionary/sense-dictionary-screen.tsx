import { PlusOutlined } from '@ant-design/icons'
import {
  addQuantity,
  deleteQuantity,
  listQuantities,
  type SenseQuantity,
  updateQuantity,
} from '@backlot/contract/sensors/dictionary-calls'
import { Tag } from 'antd'
import { ReadingIcon } from '../../features/readings/reading-icon.tsx'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { Column, TableAction } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { addQuantityForm, editQuantityForm } from './quantity-form.tsx'

type T = Translate<'senseDictionary'>
const NONE = '–'

/** Sensing quantities: how codes are named, in which unit they are shown, how they are converted, and their limits. */
export function SenseDictionaryScreen() {
  const t = useText('senseDictionary')
  const description = listTable(listQuantities, {
    name: 'senseDictionary',
    title: t('title'),
    columns: columnsOf(t),
    rowKey: ({ code }) => code,
    filters: [
      { kind: 'text', key: 'text', label: t('find'), placeholder: t('findHint') },
      {
        kind: 'choice',
        key: 'changed',
        label: t('state'),
        options: [
          { value: 0, label: t('asItCame') },
          { value: 1, label: t('changedOrAdded') },
        ],
      },
    ],
    defaultSort: { key: 'code', order: 'asc' },
    actions: [
      {
        key: 'add',
        label: t('add'),
        icon: <PlusOutlined />,
        call: addQuantity,
        form: () => addQuantityForm(t),
      },
    ],
    rowActions: rowActionsOf(t),
    rowActionsWidth: 108,
    export: { fileName: t('title') },
  })
  return <TableScreen description={description} />
}

function columnsOf(t: T): Column<SenseQuantity>[] {
  const number = (value: number | null) => (value === null ? NONE : String(value))
  return [
    { key: 'code', title: t('code'), width: 146, sortable: true, fixed: true },
    {
      key: 'icon',
      title: t('icon'),
      width: 46,
      render: ({ icon, code }) => <ReadingIcon icon={icon} code={code} size={18} />,
      cell: ({ icon }) => icon,
    },
    { key: 'nameZh', title: t('nameZh'), width: 122, sortable: true },
    { key: 'nameEn', title: t('nameEn'), width: 134, sortable: true },
    { key: 'unit', title: t('unit'), width: 76, sortable: true },
    {
      key: 'conversion',
      title: t('conversion'),
      width: 92,
      render: ({ factor, offset }) =>
        factor === 1 && offset === 0
          ? NONE
          : `× ${factor}${offset === 0 ? '' : ` ${offset < 0 ? '−' : '+'} ${Math.abs(offset)}`}`,
    },
    { key: 'decimals', title: t('decimals'), width: 76, align: 'right' },
    {
      key: 'low',
      title: t('low'),
      width: 88,
      align: 'right',
      render: ({ low }) => number(low),
      cell: ({ low }) => low,
    },
    {
      key: 'high',
      title: t('high'),
      width: 88,
      align: 'right',
      render: ({ high }) => number(high),
      cell: ({ high }) => high,
    },
    {
      key: 'state',
      title: t('state'),
      width: 94,
      render: (quantity) =>
        quantity.changed ? <Tag color="blue">{stateOf(t, quantity)}</Tag> : stateOf(t, quantity),
      cell: (quantity) => stateOf(t, quantity),
    },
  ]
}

const stateOf = (t: T, { changed, system }: SenseQuantity) =>
  t(!changed ? 'asItCame' : system ? 'changed' : 'ownOne')

function rowActionsOf(t: T): TableAction<SenseQuantity>[] {
  const take =
    (said: 'putBack' | 'deleted') =>
    async ({ code }: SenseQuantity) => {
      await request(deleteQuantity, { body: { code } })
      return t(said, { code })
    }
  return [
    {
      key: 'edit',
      label: t('edit'),
      call: updateQuantity,
      form: (quantity) => editQuantityForm(t, quantity),
    },
    {
      key: 'reset',
      label: t('reset'),
      call: deleteQuantity,
      shownFor: ({ system, changed }) => system && changed,
      confirm: ({ code }) => ({ title: t('resetAsk', { code }), okText: t('reset') }),
      run: take('putBack'),
    },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      call: deleteQuantity,
      shownFor: ({ system }) => !system,
      confirm: ({ code }) => ({
        title: t('deleteAsk', { code }),
        content: t('deleteHint'),
        okText: t('delete'),
      }),
      run: take('deleted'),
    },
  ]
}
