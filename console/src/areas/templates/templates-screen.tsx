import { PlusOutlined } from '@ant-design/icons'
import { FIRST_MEDIA_SERVER } from '@backlot/contract/media-config/constants'
import { addTemplate, deleteTemplate, listTemplates, updateTemplate } from '@backlot/contract/templates/calls'
import { TEMPLATE_KINDS } from '@backlot/contract/templates/constants'
import type { Template } from '@backlot/contract/templates/entities'
import { Tag } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { listTable } from '../../features/table-screen/list-table.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { isBounded } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { useCanAll } from '../../session/use-can-all.ts'
import { hourText } from './rules-field.tsx'
import { genericForm, meetingForm, type ServerChoice } from './template-forms.tsx'
import './templates.css'

type T = Translate<'templates'>
const NOTHING = '–'
const CAPTURE_RULES = '/systemManange/mediaRecordSet'

/** Templates: recording and uploads of devices (generic), and rules of meetings (meeting). */
export function TemplatesScreen() {
  const t = useText('templates')
  const navigate = useNavigate()
  const can = useCanAll()
  const bounded = useSession((session) => isBounded(session.userInfo))
  const beyond = (template: Template) => {
    const isTheirs =
      template.kind === TEMPLATE_KINDS.generic &&
      template.sns.length > 0 &&
      template.sns.length === template.deviceCount
    return bounded && !isTheirs ? t('beyond') : undefined
  }
  const [servers, setServers] = useState<readonly ServerChoice[]>([])
  const columns = useMemo(() => columnsOf(t, servers), [t, servers])
  const description = listTable(listTemplates, {
    name: 'templates',
    title: t('title'),
    columns,
    rowKey: ({ id }) => String(id),
    filters: [
      { kind: 'text', key: 'text', label: t('find'), placeholder: t('findHint'), width: 220 },
      {
        kind: 'choice',
        key: 'kind',
        label: t('kindTitle'),
        options: (['generic', 'meeting'] as const).map((kind) => ({
          value: TEMPLATE_KINDS[kind],
          label: t(`kind.${kind}`),
        })),
      },
    ],
    onPage: (page) =>
      setServers(page.mediaServers ?? [{ id: FIRST_MEDIA_SERVER, name: t('platformServer') }]),
    defaultSort: { key: 'name', order: 'asc' },
    empty: t('empty'),
    actions: [
      {
        key: 'captureRules',
        label: t('captureRules'),
        disabledReason: () => (can(CAPTURE_RULES) ? undefined : t('noCaptureRules')),
        run: () => void navigate(CAPTURE_RULES),
      },
      {
        key: 'addMeeting',
        label: t('addMeeting'),
        icon: <PlusOutlined />,
        call: addTemplate,
        disabledReason: () => (bounded ? t('beyond') : undefined),
        form: () => meetingForm(t),
      },
      {
        key: 'addGeneric',
        label: t('addGeneric'),
        icon: <PlusOutlined />,
        call: addTemplate,
        form: () => genericForm(t, servers),
      },
    ],
    rowActions: [
      {
        key: 'edit',
        label: t('edit'),
        call: updateTemplate,
        disabledReason: beyond,
        form: (template) =>
          template.kind === TEMPLATE_KINDS.generic
            ? genericForm(t, servers, template)
            : meetingForm(t, template),
      },
      {
        key: 'delete',
        label: t('delete'),
        danger: true,
        call: deleteTemplate,
        disabledReason: beyond,
        confirm: ({ name, kind }) => ({
          title: t('deleteAsk', { name }),
          content: t(kind === TEMPLATE_KINDS.generic ? 'deleteGenericHint' : 'deleteMeetingHint'),
          okText: t('delete'),
        }),
        async run({ id, name }) {
          await request(deleteTemplate, { body: { id } })
          return t('deleted', { name })
        },
      },
    ],
    rowActionsWidth: 116,
    details: { more: (template) => <BoundDevices template={template} /> },
    export: { fileName: t('title') },
  })
  return <TableScreen description={description} />
}

/** Serial numbers of the devices that a template is bound to. */
function BoundDevices({ template }: { template: Template }) {
  const t = useText('templates')
  const sns = template.kind === TEMPLATE_KINDS.generic ? template.sns : []
  if (sns.length === 0) return null
  return (
    <section aria-label={t('serialNumbers')}>
      <h3>{t('serialNumbers')}</h3>
      <p className="template-sns">{sns.join(', ')}</p>
    </section>
  )
}

function columnsOf(t: T, servers: readonly ServerChoice[]): Column<Template>[] {
  const kindOf = ({ kind }: Template) => t(kind === TEMPLATE_KINDS.generic ? 'kind.generic' : 'kind.meeting')
  return [
    { key: 'name', title: t('name'), width: 160, sortable: true, fixed: true },
    {
      key: 'kind',
      title: t('kindTitle'),
      width: 90,
      render: (row) => <Tag>{kindOf(row)}</Tag>,
      cell: kindOf,
    },
    {
      key: 'mediaServers',
      title: t('mediaServers'),
      width: 190,
      render: (row) => serversText(t, row, servers),
    },
    {
      key: 'packMinutes',
      title: t('packColumn'),
      width: 90,
      align: 'right',
      render: (row) =>
        row.kind === TEMPLATE_KINDS.generic ? t('minutes', { count: row.packMinutes }) : NOTHING,
      cell: (row) => (row.kind === TEMPLATE_KINDS.generic ? row.packMinutes : null),
    },
    {
      key: 'devices',
      title: t('devices'),
      width: 85,
      align: 'right',
      render: (row) => (row.kind === TEMPLATE_KINDS.generic ? row.deviceCount : NOTHING),
    },
    {
      key: 'rules',
      title: t('rules'),
      width: 230,
      render: (row) => rulesText(t, row) || NOTHING,
      cell: (row) => rulesText(t, row),
    },
    {
      key: 'membersMax',
      title: t('membersMax'),
      width: 150,
      render: (row) => membersText(t, row) || NOTHING,
      cell: (row) => membersText(t, row),
    },
    {
      key: 'updateTime',
      title: t('updateTime'),
      width: 170,
      sortable: true,
      hiddenAtFirst: true,
      time: true,
    },
  ]
}

/** How many may sit in a meeting, and how they come in. */
function membersText(t: T, template: Template): string {
  if (template.kind !== TEMPLATE_KINDS.meeting) return ''
  return template.joinMuted ? t('silenced', { count: template.membersMax }) : String(template.membersMax)
}

/** Rules on one line. */
function rulesText(t: T, template: Template): string {
  if (template.kind !== TEMPLATE_KINDS.generic) return ''
  return template.rules
    .map(({ fileType, uploadMinutes, fromHour, toHour }) =>
      t('rule.short', {
        type: t(`fileType.${fileType}`),
        count: uploadMinutes,
        hours: `${hourText(fromHour)}–${hourText(toHour)}`,
      }),
    )
    .join('; ')
}

/** The media servers that a template is bound to, by name; one that was deleted since is named by its number. */
function serversText(t: T, row: Template, servers: readonly ServerChoice[]): string {
  if (row.kind !== TEMPLATE_KINDS.generic) return NOTHING
  if (row.mediaServerIds.length === 0) return t('notBound')
  const nameOf = (id: number) => servers.find((server) => server.id === id)?.name
  return row.mediaServerIds.map((id) => nameOf(id) ?? t('deletedServer', { id })).join(', ')
}
