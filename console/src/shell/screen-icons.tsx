import {
  BarChartOutlined,
  BellOutlined,
  CloudServerOutlined,
  DashboardOutlined,
  DesktopOutlined,
  EnvironmentOutlined,
  FireOutlined,
  FundOutlined,
  HistoryOutlined,
  HomeOutlined,
  LayoutOutlined,
  NodeIndexOutlined,
  ScanOutlined,
  SettingOutlined,
  SolutionOutlined,
  SunOutlined,
  SyncOutlined,
  ToolOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { LineIcon } from '../components/line-icon.tsx'

/** Icons of the screens and sections in the side bar. */
export const SCREEN_ICONS: Readonly<Record<string, ReactNode>> = {
  '/index': <HomeOutlined />,
  '/earlyWarningData/alarmList': <BellOutlined />,
  '/earlyWarningData/alarmStatis': <BarChartOutlined />,
  '/earlyWarningData/workOrderList': <SolutionOutlined />,
  '/aiAlarm': <ScanOutlined />,
  '/realTime': <VideoCameraOutlined />,
  '/realTime/videoReplay': <HistoryOutlined />,
  '/realTime/videoPoll': <SyncOutlined />,
  '/realTime/videoPreplan': <LayoutOutlined />,
  '/realTime/statDevOnline': <FundOutlined />,
  '/largeScreen': <DesktopOutlined />,
  '/dispatch': <EnvironmentOutlined />,
  '/dispatch/mapReplay': <NodeIndexOutlined />,
  '/senseDevice': <DashboardOutlined />,
  '/solarEnergy': <SunOutlined />,
  '/agriculture': (
    <LineIcon>
      <path d="M8 14.5V7" />
      <path d="M8 9.5C4.5 9.5 2.5 7.5 2.5 4 6 4 8 6 8 9.5Z" />
      <path d="M8 7c0-3 1.800-5 5.500-5 0 3.500-2 5.500-5.500 5.500" />
    </LineIcon>
  ),
  '/gas': <FireOutlined />,
  '/systemManange': <SettingOutlined />,
  '/serverManange': <CloudServerOutlined />,
  '/maintenance': <ToolOutlined />,
}
