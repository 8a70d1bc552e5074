import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { INSTALLATION_LIMITS, updateBoundChannels } from '@backlot/contract/installation/calls'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useMayCall } from '../../session/may-call.ts'
import { DevicePickerDialog } from '../device-tree/device-picker.tsx'
import { useBoundChannels } from './use-bound-channels.ts'

type Bound = { sn: string; chnId: number }

/** Which cameras look at a device: bound by the device picker, put first, and taken off. */
export function BoundCard({ sn }: { sn: string }) {
  const t = useText('installation')
  const client = useQueryClient()
  const mayCall = useMayCall()
  const [picking, setPicking] = useState(false)
  const asked = useBoundChannels(sn)
  const list = asked.data?.list ?? []
  const full = list.length >= INSTALLATION_LIMITS.boundChannels
  const may = mayCall(updateBoundChannels)
  const reason = !may ? t('notPermitted') : full ? t('bound.full') : undefined
  async function save(next: readonly Bound[], said: string) {
    try {
      const channels = next.map(({ sn: camera, chnId }) => ({ sn: camera, chnId }))
      const version = asked.data?.version ?? 0
      await request(updateBoundChannels, { body: { sn, list: channels, version } })
      void notify.success(said)
    } catch (error) {
      void notify.error(errorText(error))
    }
    void client.invalidateQueries({ queryKey: ['installation', 'bound', sn] })
  }
  return (
    <section className="setup-card" aria-label={t('bound.title')}>
      <header>
        <h4>{t('bound.title')}</h4>
        <span className="setup-space" />
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={!asked.data || reason !== undefined}
          title={reason}
          onClick={() => setPicking(true)}
        >
          {t('bound.add')}
        </Button>
      </header>
      {asked.error && <Alert type="error" showIcon title={errorText(asked.error)} />}
      {asked.data && list.length === 0 && <p className="setup-sub">{t('bound.none')}</p>}
      <ul className="bound-list">
        {list.map((bound, at) => (
          <li key={`${bound.sn} ${bound.chnId}`}>
            <span>
              {bound.devName === bound.name ? bound.name : `${bound.devName} – ${bound.name}`}{' '}
              <span className="setup-sub">{bound.sn}</span>
            </span>
            {bound.onlineStatus === 0 && <Tag>{t('bound.offline')}</Tag>}
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t('bound.first', { name: bound.name })}
              disabled={!may || at === 0}
              onClick={() =>
                void save(
                  [bound, ...list.filter((each) => each !== bound)],
                  t('bound.nowFirst', { name: bound.name }),
                )
              }
            />
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('bound.remove', { name: bound.name })}
              disabled={!may}
              onClick={() =>
                void save(
                  list.filter((each) => each !== bound),
                  t('bound.removed', { name: bound.name }),
                )
              }
            />
          </li>
        ))}
      </ul>
      {picking && (
        <DevicePickerDialog
          title={t('bound.choose')}
          want="videoChannel"
          onCancel={() => setPicking(false)}
          onPick={([picked]) => {
            setPicking(false)
            if (!picked?.channel) return
            const { chnId, name } = picked.channel
            if (list.some((bound) => bound.sn === picked.sn && bound.chnId === chnId)) {
              void notify.warning(t('bound.already', { name }))
              return
            }
            void save([...list, { sn: picked.sn, chnId }], t('bound.added', { name }))
          }}
        />
      )}
    </section>
  )
}
