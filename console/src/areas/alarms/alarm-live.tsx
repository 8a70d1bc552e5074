import { VideoCameraOutlined } from '@ant-design/icons'
import { ACCESS } from '@backlot/contract/access'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { hasAnyOf } from '../../app/permission.ts'
import { useSession } from '../../app/session-store.ts'
import { useText } from '../../language/language.ts'
import { useDevice } from '../../parts/device-tree/device-store.ts'
import { videoChannelOf } from './video-channel.ts'

const LivePlayer = lazy(async () => ({
  default: (await import('../../parts/player/live-player.tsx')).LivePlayer,
}))

/** What the device sees now, when asked for. Not there for devices without a camera and users without video. */
export function AlarmLive({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms')
  const [watching, setWatching] = useState(false)
  const device = useDevice(alarm.sn)
  const chnId = videoChannelOf(device, alarm.chnId)
  const mayWatch = useSession(({ permission, systemFunction }) => {
    const { watchVideo } = ACCESS
    if (watchVideo.kind !== 'routes') return true
    return (
      watchVideo.routes.some((route) => permission.has(route)) && hasAnyOf(watchVideo.anyOf, systemFunction)
    )
  })
  if (!mayWatch || chnId === undefined) return null
  return (
    <section className="alarm-live" aria-label={t('live.title')}>
      {watching ? (
        <Suspense>
          <LivePlayer sn={alarm.sn} chnId={chnId} />
        </Suspense>
      ) : (
        <Button icon={<VideoCameraOutlined />} onClick={() => setWatching(true)}>
          {t('live.watch')}
        </Button>
      )}
    </section>
  )
}
