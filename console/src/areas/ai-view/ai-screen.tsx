import { ArrowLeftOutlined } from '@ant-design/icons'
import { liveDetections } from '@backlot/contract/ai-view/calls'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { Result, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { ConnectionBadge } from '../../features/connection/connection-badge.tsx'
import { PlatformClock } from '../../features/connection/platform-clock.tsx'
import { useText } from '../../language/language.ts'
import { isCallPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import type { AiFilter } from './ai-alarms.ts'
import { AiFilters } from './ai-filters.tsx'
import { AiLive } from './ai-live.tsx'
import './ai-screen.css'
import { AiWall } from './ai-wall.tsx'

/**
 * The AI view: AI and face alarms as a wall of pictures, and AI cameras live with their detections. The address keeps
 * the filter and the cameras; `?sn=` names a device.
 */
export function AiScreen() {
  const t = useText('aiView')
  const permitted = useSession((session) => isCallPermitted(listAlarms.access, session))
  if (!permitted) {
    return (
      <Frame>
        <Result status="info" title={t('noAlarms')} subTitle={t('noAlarmsHint')} />
      </Frame>
    )
  }
  return <PermittedScreen />
}

function PermittedScreen() {
  const t = useText('aiView')
  const types = useAlarmTypes()
  const mayWatch = useSession((session) => isCallPermitted(liveDetections.access, session))
  const [search, setSearch] = useSearchParams()
  const asked = (name: string) => search.get(name) ?? ''
  const filter = { type: asked('type'), device: asked('device') || asked('sn'), person: asked('person') }
  const view = mayWatch && asked('view') === 'live' ? 'live' : 'alarms'
  const write = (values: Record<string, string>) => {
    const next = { ...Object.fromEntries(search), sn: '', ...values }
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true })
  }
  const change = ({ type, device, person }: AiFilter) => write({ type, device, person })
  return (
    <Frame
      filters={
        <>
          {mayWatch && (
            <Segmented
              aria-label={t('view')}
              value={view}
              onChange={(next) => write({ view: next === 'live' ? 'live' : '' })}
              options={[
                { value: 'alarms', label: t('viewAlarms') },
                { value: 'live', label: t('viewLive') },
              ]}
            />
          )}
          <AiFilters filter={filter} types={types} onChange={change} />
        </>
      }
    >
      {view === 'live' ? (
        <AiLive cameras={asked('cameras')} onCameras={(cameras) => write({ cameras })}>
          <AiWall filter={filter} types={types} onFilter={change} />
        </AiLive>
      ) : (
        <AiWall filter={filter} types={types} onFilter={change} />
      )}
    </Frame>
  )
}

function Frame({ filters, children }: { filters?: ReactNode; children: ReactNode }) {
  const t = useText('aiView')
  return (
    <div className="ai-screen">
      <header className="ai-bar">
        <Link to="/index" className="ai-back">
          <ArrowLeftOutlined aria-hidden /> {t('back')}
        </Link>
        <h1>{t('title')}</h1>
        {filters}
        <div className="ai-bar-end">
          <PlatformClock />
          <ConnectionBadge />
        </div>
      </header>
      {children}
    </div>
  )
}
