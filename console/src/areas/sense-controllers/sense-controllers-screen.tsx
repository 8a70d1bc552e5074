import { PlusOutlined } from '@ant-design/icons'
import {
  addController,
  deleteController,
  listControllers,
  updateController,
} from '@backlot/contract/sense-controllers/calls'
import { SENSOR_KINDS } from '@backlot/contract/sense-controllers/constants'
import type { SenseController } from '@backlot/contract/sense-controllers/entities'
import { listQuantities } from '@backlot/contract/sensors/dictionary-calls'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { Column, TableAction } from '../../features/table-screen/table-screen-types.ts'
import { named, type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { addControllerForm, editControllerForm, type QuantityOption } from './controller-form.tsx'

type T = Translate<'senseControllers'>

/** Sensors for RS-485 lines: maker, polling script and quantities. */
export function SenseControllersScreen() {
  const t = useText('senseControllers')
  const known = useQuery({
    queryKey: ['senseControllers', 'quantities'],
    queryFn: ({ signal }) => request(listQuantities, { query: { pageSize: 500 }, signal }),
  })
  const quantities = (known.data?.list ?? []).map(({ code, nameZh, nameEn }) => {
    const name = named({ zh: nameZh, en: nameEn })
    return { value: code, name, label: `${name} (${code})` }
  })
  const description = listTable(listControllers, {
    name: 'senseControllers',
    title: t('title'),
    columns: columnsOf(t, quantities),
    rowKey: ({ id }) => String(id),
    filters: [
      { kind: 'text', key: 'name', label: t('find'), placeholder: t('findHint') },
      {
        kind: 'choice',
        key: 'ctrlType',
        label: t('kind'),
        options: SENSOR_KINDS.map((kind, type) => ({ value: type, label: t(`kinds.${kind}`) })),
      },
    ],
    defaultSort: { key: 'number', order: 'asc' },
    empty: t('none'),
    actions: [
      {
        key: 'add',
        label: t('add'),
        icon: <PlusOutlined />,
        call: addController,
        form: () => addControllerForm(t, quantities),
      },
    ],
    rowActions: rowActionsOf(t, quantities),
    rowActionsWidth: 124,
    export: { fileName: t('title') },
  })
  return <TableScreen description={description} />
}

function columnsOf(t: T, quantities: readonly QuantityOption[]): Column<SenseController>[] {
  const nameOf = (code: string) => quantities.find(({ value }) => value === code)?.name ?? code
  const kindOf = (type: number) => t(`kinds.${SENSOR_KINDS[type] ?? 'other'}`)
  return [
    { key: 'number', title: t('number'), width: 116, sortable: true, fixed: true },
    { key: 'name', title: t('name'), width: 190, sortable: true },
    { key: 'model', title: t('model'), width: 110, sortable: true },
    { key: 'factory', title: t('factory'), width: 148, sortable: true },
    {
      key: 'ctrlType',
      title: t('kind'),
      width: 92,
      sortable: true,
      render: ({ ctrlType }) => kindOf(ctrlType),
    },
    {
      key: 'script',
      title: t('script'),
      width: 196,
      render: ({ script }) => <code>{script}</code>,
      cell: ({ script }) => script,
    },
    { key: 'baudRate', title: t('baudRate'), width: 92, spare: true, align: 'right' },
    { key: 'address', title: t('address'), width: 104, spare: true, align: 'right', sortable: true },
    {
      key: 'quantities',
      title: t('quantities'),
      width: 260,
      render: ({ codes }) => (
        <span title={codes.map(nameOf).join(', ')}>
          {codes.map((code) => (
            <Tag key={code}>{nameOf(code)}</Tag>
          ))}
        </span>
      ),
      cell: ({ codes }) => codes.map(nameOf).join(', '),
    },
    { key: 'used', title: t('used'), width: 96, spare: true, align: 'right', sortable: true },
    {
      key: 'system',
      title: t('origin'),
      width: 112,
      spare: true,
      render: ({ system }) => t(system ? 'isSystem' : 'isOwn'),
    },
  ]
}

function rowActionsOf(t: T, quantities: readonly QuantityOption[]): TableAction<SenseController>[] {
  const systemStays = ({ system }: SenseController) => (system ? t('systemStays') : undefined)
  return [
    {
      key: 'edit',
      label: t('edit'),
      call: updateController,
      disabledReason: systemStays,
      form: (controller) => editControllerForm(t, quantities, controller),
    },
    {
      key: 'delete',
      label: t('delete'),
      danger: true,
      call: deleteController,
      disabledReason: (controller) =>
        systemStays(controller) ?? (controller.used > 0 ? t('inUse', { count: controller.used }) : undefined),
      confirm: ({ number }) => ({
        title: t('deleteAsk', { number }),
        content: t('deleteHint'),
        okText: t('delete'),
      }),
      async run({ id, version, number }) {
        await request(deleteController, { body: { id, version } })
        return t('deleted', { number })
      },
    },
  ]
}
