import {
  AppstoreOutlined,
  BellOutlined,
  CarOutlined,
  DesktopOutlined,
  EnvironmentOutlined,
  FundOutlined,
  HistoryOutlined,
  RadarChartOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useText } from '../../language/language.ts'
import { hasScreen } from '../../session/screen-paths.ts'
import { can, useSession } from '../../session/session-store.ts'

/** Screens that a shift begins with. Labels are those of the menu. */
const ENTRIES = [
  ['/dispatch', 'dispatch', <EnvironmentOutlined key="map" />],
  ['/realTime', 'video', <AppstoreOutlined key="video" />],
  ['/videoReplay', 'replay', <HistoryOutlined key="replay" />],
  ['/videoPoll', 'videoPolling', <SyncOutlined key="poll" />],
  ['/mapReplay', 'historyTrack', <CarOutlined key="track" />],
  ['/senseDevice', 'sensorData', <RadarChartOutlined key="sense" />],
  ['/statDevOnline', 'onlineStatistics', <FundOutlined key="times" />],
  ['/earlyWarningData/alarmList', 'warningList', <BellOutlined key="alarms" />],
  ['/largeScreen', 'largeScreen', <DesktopOutlined key="wall" />],
] as const satisfies readonly (readonly [string, string, ReactNode])[]

/** Ways into the screens that the user may open. */
export function QuickEntries() {
  const t = useText('shell')
  const home = useText('home')
  useSession()
  const open = ENTRIES.filter(([path]) => can(path) && hasScreen(path))
  return (
    <nav className="quick" aria-label={home('quickEntries')}>
      {open.map(([path, label, icon]) => (
        <Link key={path} to={path} className="quick-entry">
          {icon}
          <span>{t(`menu.${label}`)}</span>
        </Link>
      ))}
    </nav>
  )
}
