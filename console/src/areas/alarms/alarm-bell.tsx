import { BellOutlined } from '@ant-design/icons'
import { Badge, Tooltip } from 'antd'
import { useText } from '../../language/language.ts'
import { resetNewCount, useAlarms } from './alarm-store.ts'
import { setDrawerOpen, useAlarmView } from './alarm-view-store.ts'

/** Counter of new alarms in the header; opens the live list. */
export function AlarmBell() {
  const t = useText('alarms')
  const count = useAlarms((alarms) => alarms.newCount)
  const open = useAlarmView((view) => view.drawerOpen)
  const press = () => {
    setDrawerOpen(!open)
    resetNewCount()
  }
  const says = count > 0 ? t('bell.some', { count }) : t('bell.none')
  return (
    <Tooltip title={open ? '' : says}>
      <button type="button" className="header-button" aria-label={says} aria-expanded={open} onClick={press}>
        <Badge count={count} size="small" overflowCount={9999} offset={[0, 3]} title="">
          <BellOutlined style={{ fontSize: 17, color: 'inherit' }} />
        </Badge>
      </button>
    </Tooltip>
  )
}
