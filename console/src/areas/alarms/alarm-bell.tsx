import { BellOutlined } from '@ant-design/icons'
import { Badge, Tooltip } from 'antd'
import { useSoundPermission } from '../../features/alarms/alarm-sound.ts'
import { useText } from '../../language/language.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { resetNewCount, useAlarms } from './alarm-store.ts'
import { setDrawerOpen, useAlarmView } from './alarm-view-store.ts'
import { MutedIcon } from './muted-icon.tsx'
import './alarm-bell.css'

const OVERFLOW = 999

/** Counter of new alarms in the header; opens the live list. A mark shows when there is no sound, and why. */
export function AlarmBell() {
  const t = useText('liveAlarms')
  const count = useAlarms((alarms) => alarms.newCount)
  const open = useAlarmView((view) => view.drawerOpen)
  const wanted = useSettings((settings) => settings.alarmPromptTone)
  const granted = useSoundPermission((permission) => permission.granted)
  const press = () => {
    setDrawerOpen(!open)
    resetNewCount()
  }
  const says = count > 0 ? t('bell.some', { count }) : t('bell.none')
  const silence = !wanted ? t('bell.muted') : granted ? undefined : t('bell.locked')
  return (
    <Tooltip title={open ? '' : silence ? `${says}. ${silence}` : says}>
      <button
        type="button"
        className="header-button alarm-bell"
        aria-label={says}
        aria-description={silence}
        aria-expanded={open}
        onClick={press}
      >
        <span className="alarm-bell-icon">
          <BellOutlined style={{ fontSize: 17, color: 'inherit' }} />
          {silence && <MutedIcon className="alarm-bell-silence" />}
        </span>
        <Badge count={count} size="small" overflowCount={OVERFLOW} title="" />
      </button>
    </Tooltip>
  )
}
