import { ArrowLeftOutlined } from '@ant-design/icons'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { Result } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { ConnectionBadge } from '../../app/connection-badge.tsx'
import { HeaderClock } from '../../app/header-clock.tsx'
import { isCallPermitted } from '../../app/permission.ts'
import { mayUseAlarms } from '../../app/services.ts'
import { useSession } from '../../app/session-store.ts'
import { useText } from '../../language/language.ts'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import type { AiFilter } from './ai-alarms.ts'
import { AiFilters } from './ai-filters.tsx'
import './ai-screen.css'
import { AiWall } from './ai-wall.tsx'

/** The AI view: AI and face alarms as a wall of pictures. The address keeps the filter; `?sn=` names a device. */
export function AiScreen() {
  const t = useText('ai')
  // A card opens its alarm in the shell's dialog, which is there for those who use alarms on some screen.
  const permitted = useSession((session) => isCallPermitted(listAlarms.access, session)) && mayUseAlarms()
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
  const types = useAlarmTypes()
  const [search, setSearch] = useSearchParams()
  const filter = { type: search.get('type') ?? '', device: search.get('device') ?? search.get('sn') ?? '' }
  const change = ({ type, device }: AiFilter) => {
    const given = Object.entries({ type, device }).filter(([, value]) => value !== '')
    setSearch(Object.fromEntries(given), { replace: true })
  }
  return (
    <Frame filters={<AiFilters filter={filter} types={types} onChange={change} />}>
      <AiWall filter={filter} types={types} onFilter={change} />
    </Frame>
  )
}

function Frame({ filters, children }: { filters?: ReactNode; children: ReactNode }) {
  const t = useText('ai')
  return (
    <div className="ai-screen">
      <header className="ai-bar">
        <Link to="/index" className="ai-back">
          <ArrowLeftOutlined aria-hidden /> {t('back')}
        </Link>
        <h1>{t('title')}</h1>
        {filters}
        <div className="ai-bar-end">
          <HeaderClock />
          <ConnectionBadge />
        </div>
      </header>
      {children}
    </div>
  )
}
