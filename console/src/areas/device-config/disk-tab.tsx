import { getHardDiskParam, setHardDiskParam } from '@backlot/contract/device-config/calls'
import { type HardDisk, HardDiskParam } from '@backlot/contract/device-config/entities'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Progress, Tag } from 'antd'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { orderDevice } from '../../platform/device-order.ts'
import { ConfigForm } from './config-form.tsx'
import { CONFIG_KEY } from './config-key.ts'

type Props = { sn: string; onDirty: (dirty: boolean) => void }
type Held = { whenFull: 'overwrite' | 'stop'; disks: readonly HardDisk[] }

/** The disks of a device, and its behaviour when they are full. */
export function DiskTab({ sn, onDirty }: Props) {
  const t = useText('deviceConfig')
  return (
    <ConfigForm
      name={['disk', sn]}
      load={(signal) => request(getHardDiskParam, { query: { sn }, signal })}
      save={(values) => orderDevice(setHardDiskParam, { sn, config: HardDiskParam.parse(values) })}
      schema={HardDiskParam}
      onDirty={onDirty}
      head={(held) => <Disks sn={sn} held={held as Held} />}
      groups={[
        {
          fields: [
            {
              kind: 'select',
              name: 'whenFull',
              label: t('whenFull'),
              options: [
                { value: 'overwrite', label: t('overwrite') },
                { value: 'stop', label: t('stopRecording') },
              ],
            },
          ],
        },
      ]}
    />
  )
}

function Disks({ sn, held }: { sn: string; held: Held }) {
  const t = useText('deviceConfig')
  const { modal } = App.useApp()
  const client = useQueryClient()
  const format = ({ id }: HardDisk) =>
    modal.confirm({
      title: t('formatAsk', { disk: id }),
      content: t('formatHint'),
      okText: t('format'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: async () => {
        try {
          const config = { whenFull: held.whenFull }
          await orderDevice(setHardDiskParam, { sn, config, formatDiskId: id })
          notify.success(t('formatBegun'))
          await client.invalidateQueries({ queryKey: [CONFIG_KEY, 'disk', sn] })
        } catch (error) {
          notify.error(errorText(error))
        }
      },
    })
  return (
    <ul className="config-disks">
      {held.disks.map((disk) => (
        <li key={disk.id} className="config-box">
          <span>{t('disk', { disk: disk.id })}</span>
          {disk.state === 'formatting' ? (
            <span className="config-quiet">{t('formatting')}</span>
          ) : (
            <>
              <Progress
                percent={Math.round((1 - disk.freeGb / disk.totalGb) * 100)}
                size="small"
                status="normal"
                aria-label={t('used')}
              />
              {disk.state === 'fault' && <Tag color="error">{t('diskFault')}</Tag>}
              <span className="config-quiet">{t('free', { free: disk.freeGb, total: disk.totalGb })}</span>
            </>
          )}
          <Button size="small" danger disabled={disk.state === 'formatting'} onClick={() => format(disk)}>
            {t('format')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
