import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { findKind } from '@backlot/contract/devices/known-kinds'
import {
  addControllerChannel,
  deleteControllerChannel,
  listControllerChannels,
  listControllers,
} from '@backlot/contract/sense-controllers/calls'
import type { ControllerChannel } from '@backlot/contract/sense-controllers/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Table, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { notify } from '../../components/notifications/notify.ts'
import { useFormDialog } from '../../features/table-screen/use-form-dialog.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useMayCall } from '../../session/may-call.ts'
import { addPlaceForm, movePlaceForm } from './bus-forms.tsx'
import { BusProbe } from './bus-probe.tsx'
import './station-bus.css'

const ALL = 1000

export const hasLine = (node: Pick<TreeNode, 'type'> | undefined) => findKind(node?.type)?.hasLine === true

/** The RS-485 line of a station: which sensors it asks at which address, and a script to try. */
export function StationBusView({ sn, online }: { sn: string; online: boolean }) {
  const t = useText('senseControllers')
  const shell = useText('shell')
  const client = useQueryClient()
  const { modal } = App.useApp()
  const mayCall = useMayCall()
  const asked = useSearchParams()[0].get('ctrl')
  const [tried, setTried] = useState<ControllerChannel>()
  const line = useQuery({
    queryKey: ['sensors', 'bus', sn],
    queryFn: ({ signal }) => request(listControllerChannels, { query: { sn }, signal }),
  })
  const sensors = useQuery({
    queryKey: ['senseControllers', 'all'],
    queryFn: ({ signal }) => request(listControllers, { query: { pageSize: ALL }, signal }),
  })
  const places = line.data?.list ?? []
  const version = line.data?.version ?? 0
  const reason = !mayCall(addControllerChannel)
    ? t('line.notPermitted')
    : online
      ? undefined
      : t('line.offline')
  const onChanged = () => {
    // Readings and history follow the line.
    void client.invalidateQueries({ queryKey: ['sensors'] })
    void client.invalidateQueries({ queryKey: ['senseControllers'] })
  }
  const { openForm, formDialog } = useFormDialog<'new' | ControllerChannel>({
    describe: (opened) =>
      opened === 'new'
        ? addPlaceForm(t, { sn, version, places, sensors: sensors.data?.list ?? [] })
        : movePlaceForm(t, { sn, version, places }, places.find(({ id }) => id === opened.id) ?? opened),
    onSaved: onChanged,
    onCancelled: () => void line.refetch(),
    onOutdated: () => void line.refetch(),
  })
  const takeOff = (place: ControllerChannel) =>
    modal.confirm({
      title: t('line.deleteAsk', { name: place.name, address: place.address }),
      content: t('line.deleteHint', { names: place.quantities.map(({ name }) => name).join(', ') }),
      okText: t('line.takeOff'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      async onOk() {
        try {
          await request(deleteControllerChannel, { body: { sn, id: place.id, version } })
          void notify.success(t('line.takenOff', { name: place.name }))
          onChanged()
        } catch (error) {
          void notify.error(errorText(error))
          void line.refetch()
        }
      },
    })
  if (line.error) return <Alert className="station-bus" type="info" showIcon title={errorText(line.error)} />
  return (
    <div className="station-bus">
      <section className="history-card" aria-label={t('line.title')}>
        <header>
          <h4>{t('line.title')}</h4>
          {line.data && <Tag>{t(line.data.asItCame ? 'line.asItCame' : 'line.changed')}</Tag>}
          <span className="history-space" />
          <Tooltip title={reason}>
            <Button
              size="small"
              icon={<PlusOutlined />}
              disabled={reason !== undefined || !sensors.data}
              onClick={() => openForm('new')}
            >
              {t('line.add')}
            </Button>
          </Tooltip>
        </header>
        <Table<ControllerChannel>
          size="small"
          aria-label={t('line.title')}
          rowKey="id"
          rowClassName={({ id }) => (String(id) === asked ? 'bus-asked' : '')}
          loading={line.isPending}
          dataSource={places}
          pagination={false}
          scroll={{ x: 780 }}
          locale={{ emptyText: line.data ? t('line.none') : '' }}
          columns={[
            { key: 'address', title: t('line.address'), dataIndex: 'address', width: 80, align: 'right' },
            {
              key: 'name',
              title: t('name'),
              width: 200,
              render: (_none, { name, number, model }) => (
                <>
                  {name || '–'}
                  <span className="bus-sub">
                    {number} · {model}
                  </span>
                </>
              ),
            },
            {
              key: 'script',
              title: t('script'),
              width: 210,
              render: (_none, { script, baudRate }) => (
                <>
                  <code>{script}</code>
                  <span className="bus-sub">{baudRate} bit/s</span>
                </>
              ),
            },
            {
              key: 'quantities',
              title: t('quantities'),
              render: (_none, place) => <Quantities place={place} />,
            },
            {
              key: 'tools',
              width: 132,
              render: (_none, place) => (
                <>
                  <Button
                    type="text"
                    size="small"
                    aria-label={shell('table.actionOf', {
                      action: t('probe.try'),
                      row: `${place.name}, ${place.address}`,
                    })}
                    onClick={() => setTried(place)}
                  >
                    {t('probe.try')}
                  </Button>
                  <Tooltip title={reason}>
                    <Button
                      type="text"
                      size="small"
                      icon={<EditOutlined />}
                      aria-label={t('line.move', { name: place.name })}
                      disabled={reason !== undefined}
                      onClick={() => openForm(place)}
                    />
                  </Tooltip>
                  <Tooltip title={reason}>
                    <Button
                      type="text"
                      size="small"
                      danger
                      icon={<DeleteOutlined />}
                      aria-label={t('line.delete', { name: place.name })}
                      disabled={reason !== undefined}
                      onClick={() => takeOff(place)}
                    />
                  </Tooltip>
                </>
              ),
            },
          ]}
        />
      </section>
      <BusProbe
        key={tried?.id ?? 0}
        sn={sn}
        online={online}
        place={tried}
        sensors={sensors.data?.list ?? []}
      />
      {formDialog}
    </div>
  )
}

/** Quantities of a sensor, and those that do not reach the station. */
function Quantities({ place }: { place: ControllerChannel }) {
  const t = useText('senseControllers')
  return place.quantities.map(({ code, name }) =>
    place.heard.includes(code) ? (
      <Tag key={code}>{name}</Tag>
    ) : (
      <Tooltip key={code} title={t('line.notHeard')}>
        <Tag color="warning">{t('line.silent', { name })}</Tag>
      </Tooltip>
    ),
  )
}
