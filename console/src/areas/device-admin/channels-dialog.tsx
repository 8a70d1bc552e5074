import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { addChannel, deleteChannel, renameChannel } from '@backlot/contract/device-admin/calls'
import type { ManagedDevice } from '@backlot/contract/device-admin/entities'
import { channelList } from '@backlot/contract/devices/calls'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { Channel } from '@backlot/contract/devices/entities'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Modal, Table } from 'antd'
import { notify } from '../../components/notifications/notify.ts'
import { describeForm, type FormDescription } from '../../features/table-screen/form-types.ts'
import { useFormDialog } from '../../features/table-screen/use-form-dialog.tsx'
import { errorText } from '../../language/error-text.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { isOutdated } from '../../platform/platform-reply-error.ts'
import { useMayCall } from '../../session/may-call.ts'

type ChannelsDialogProps = { device: ManagedDevice; onClose(): void; onChanged(): void }

const TYPES = Object.keys(CHANNEL_TYPES) as (keyof typeof CHANNEL_TYPES)[]

function typeName(t: Translate<'deviceAdmin'>, type: number): string {
  const name = TYPES.find((each) => CHANNEL_TYPES[each] === type)
  return name ? t(`channel.types.${name}`) : String(type)
}

/** The channels of a device: added, renamed and taken off. */
export function ChannelsDialog({ device, onClose, onChanged }: ChannelsDialogProps) {
  const t = useText('deviceAdmin')
  const { modal } = App.useApp()
  const mayCall = useMayCall()
  const { sn } = device
  const channels = useQuery({
    queryKey: ['managedDevices', 'channels', sn],
    queryFn: ({ signal }) => request(channelList, { query: { sn }, signal }),
  })
  const { openForm, formDialog } = useFormDialog<'new' | Channel>({
    describe: (opened) => (opened === 'new' ? addChannelForm(t, sn) : renameChannelForm(t, sn, opened)),
    onSaved: onChanged,
    onOutdated: () => void channels.refetch(),
  })
  const remove = (channel: Channel) =>
    modal.confirm({
      title: t('channel.deleteAsk', { name: channel.name }),
      content: t('channel.deleteHint'),
      okText: t('delete'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      async onOk() {
        try {
          await request(deleteChannel, { body: { sn, chnId: channel.chnId } })
          void notify.success(t('channel.changed'))
          onChanged()
        } catch (error) {
          void notify.error(errorText(error))
          if (isOutdated(error)) onChanged()
        }
      },
    })
  return (
    <Modal
      open
      width={760}
      title={t('channel.title', { name: device.name })}
      onCancel={onClose}
      footer={[
        <Button
          key="add"
          icon={<PlusOutlined />}
          disabled={!mayCall(addChannel)}
          onClick={() => openForm('new')}
        >
          {t('channel.add')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('close')}
        </Button>,
      ]}
    >
      {channels.error && <Alert type="error" showIcon title={errorText(channels.error)} />}
      <Table<Channel>
        size="small"
        aria-label={t('channel.title', { name: device.name })}
        rowKey="chnId"
        // A channel's children are its monitoring points, which have a column: no rows below it.
        expandable={{ childrenColumnName: 'rows' }}
        loading={channels.isPending}
        dataSource={channels.data?.list ?? []}
        pagination={false}
        scroll={{ x: 680, y: 360 }}
        locale={{ emptyText: channels.data ? t('channel.none') : '' }}
        columns={[
          { key: 'chnId', title: t('channel.number'), dataIndex: 'chnId', width: 68 },
          { key: 'name', title: t('name'), dataIndex: 'name', ellipsis: true },
          {
            key: 'type',
            title: t('channel.type'),
            width: 150,
            ellipsis: true,
            render: (_none, { type, pictureStyle }) =>
              pictureStyle
                ? `${typeName(t, type)}, ${t(`channel.styles.${pictureStyle}`)}`
                : typeName(t, type),
          },
          { key: 'lineId', title: t('channel.line'), dataIndex: 'lineId', width: 64, align: 'right' },
          {
            key: 'points',
            title: t('channel.points'),
            width: 130,
            ellipsis: true,
            render: (_none, { children = [] }) => children.map(({ name }) => name).join(', ') || '–',
          },
          {
            key: 'tools',
            width: 84,
            render: (_none, channel) => (
              <>
                <Button
                  type="text"
                  icon={<EditOutlined />}
                  aria-label={t('channel.rename', { name: channel.name })}
                  disabled={!mayCall(renameChannel)}
                  onClick={() => openForm(channel)}
                />
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('channel.delete', { name: channel.name })}
                  disabled={!mayCall(deleteChannel)}
                  onClick={() => remove(channel)}
                />
              </>
            ),
          },
        ]}
      />
      {formDialog}
    </Modal>
  )
}

export function addChannelForm(t: Translate<'deviceAdmin'>, sn: string): FormDescription {
  type Entry = { name: string; type: number }
  const toBody = (entry: Entry) => ({ ...entry, sn })
  return describeForm<Entry>({
    title: t('channel.add'),
    okText: t('create'),
    fields: [
      { kind: 'text', name: 'name', label: t('name') },
      {
        kind: 'select',
        name: 'type',
        label: t('channel.type'),
        options: Object.values(CHANNEL_TYPES).map((type) => ({ value: type, label: typeName(t, type) })),
      },
    ],
    initial: { name: '', type: CHANNEL_TYPES.video },
    schema: addChannel.body,
    toBody,
    async save(entry) {
      await request(addChannel, { body: addChannel.body.parse(toBody(entry)) })
      return t('channel.added', { name: entry.name.trim() })
    },
  })
}

export function renameChannelForm(
  t: Translate<'deviceAdmin'>,
  sn: string,
  channel: Channel,
): FormDescription {
  const toBody = ({ name }: { name: string }) => ({ sn, chnId: channel.chnId, name })
  return describeForm<{ name: string }>({
    title: t('channel.rename', { name: channel.name }),
    okText: t('save'),
    fields: [{ kind: 'text', name: 'name', label: t('name') }],
    initial: { name: channel.name },
    editing: true,
    schema: renameChannel.body,
    toBody,
    async save(entry) {
      await request(renameChannel, { body: renameChannel.body.parse(toBody(entry)) })
      return t('channel.changed')
    },
  })
}
