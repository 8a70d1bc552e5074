import { BellOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import {
  addMonitoringPoint,
  deleteMonitoringPoint,
  monitoringPoints,
} from '@backlot/contract/installation/calls'
import type { MonitoringPoint } from '@backlot/contract/installation/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Table, Tag } from 'antd'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useMayCall } from '../../session/may-call.ts'
import { useFormDialog } from '../table-screen/use-form-dialog.tsx'
import { addForm, editForm } from './point-forms.tsx'
import { limitText } from './point-limits-field.tsx'

/** Monitoring points of a device, and the quantities of each; empty for devices that measure nothing. */
export function PointsCard({ sn }: { sn: string }) {
  const t = useText('installation')
  const client = useQueryClient()
  const { modal } = App.useApp()
  const mayCall = useMayCall()
  const asked = useQuery({
    queryKey: ['installation', 'points', sn],
    queryFn: ({ signal }) => request(monitoringPoints, { query: { sn }, signal }),
  })
  const { list: points = [], version = 0, quantities = [] } = asked.data ?? {}
  const known = { sn, version, quantities }
  const nameOf = (code: string) => quantities.find((each) => each.code === code)?.name ?? code
  const unitOf = (code: string) => quantities.find((each) => each.code === code)?.unit ?? ''
  const may = mayCall(addMonitoringPoint)
  const reason = may ? undefined : t('notPermitted')
  const onChanged = () => {
    void client.invalidateQueries({ queryKey: ['installation'] })
    // Tiles name the points.
    void client.invalidateQueries({ queryKey: ['sensors'] })
  }
  const { openForm, formDialog } = useFormDialog<'new' | MonitoringPoint>({
    describe: (opened) =>
      opened === 'new'
        ? addForm(t, known)
        : editForm(t, known, points.find(({ id }) => id === opened.id) ?? opened),
    onSaved: onChanged,
    onCancelled: () => void asked.refetch(),
    onOutdated: () => void asked.refetch(),
  })
  const remove = ({ id, name }: MonitoringPoint) =>
    modal.confirm({
      title: t('point.deleteAsk', { name }),
      content: t('point.deleteHint'),
      okText: t('point.deleteOk'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      async onOk() {
        try {
          await request(deleteMonitoringPoint, { body: { sn, id, version } })
          void notify.success(t('point.deleted', { name }))
          onChanged()
        } catch (error) {
          void notify.error(errorText(error))
        }
      },
    })
  if (points.length === 0 && !asked.error) return null
  return (
    <section className="setup-card setup-wide" aria-label={t('point.title')}>
      <header>
        <h4>{t('point.title')}</h4>
        <span className="setup-space" />
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={!asked.data || !may}
          title={reason}
          onClick={() => openForm('new')}
        >
          {t('point.add')}
        </Button>
      </header>
      {asked.error && <Alert type="error" showIcon title={errorText(asked.error)} />}
      <Table<MonitoringPoint>
        size="small"
        aria-label={t('point.title')}
        rowKey="id"
        dataSource={points}
        pagination={false}
        scroll={{ x: 800 }}
        columns={[
          { key: 'name', title: t('point.name'), dataIndex: 'name', width: 160 },
          {
            key: 'position',
            title: t('point.position'),
            width: 150,
            render: (_none, { position }) => position || '–',
          },
          {
            key: 'codes',
            title: t('point.quantities'),
            render: (_none, { codes }) =>
              codes.length === 0 ? '–' : codes.map((code) => <Tag key={code}>{nameOf(code)}</Tag>),
          },
          {
            key: 'limits',
            title: t('limit.title'),
            width: 200,
            render: (_none, { limits }) =>
              limits.length === 0
                ? '–'
                : limits.map((limit) => (
                    <div key={limit.code}>
                      {nameOf(limit.code)} {limitText(limit)} {unitOf(limit.code)}
                      {limit.alarm && (
                        <BellOutlined role="img" aria-label={t('limit.alarm')} title={t('limit.alarm')} />
                      )}
                    </div>
                  )),
          },
          {
            key: 'tools',
            width: 84,
            render: (_none, point) => (
              <>
                <Button
                  type="text"
                  size="small"
                  icon={<EditOutlined />}
                  aria-label={t('point.edit', { name: point.name })}
                  title={reason}
                  disabled={!may}
                  onClick={() => openForm(point)}
                />
                <Button
                  type="text"
                  size="small"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('point.delete', { name: point.name })}
                  title={reason ?? (points.length === 1 ? t('point.last') : undefined)}
                  disabled={!may || points.length === 1}
                  onClick={() => remove(point)}
                />
              </>
            ),
          },
        ]}
      />
      {formDialog}
    </section>
  )
}
