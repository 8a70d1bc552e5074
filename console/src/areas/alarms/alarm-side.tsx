import type { Alarm } from '@backlot/contract/alarms/entities'
import { Tabs } from 'antd'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import type { AlarmCamera, useAlarmCameras } from './alarm-cameras.ts'
import { AlarmCamerasList } from './alarm-cameras-list.tsx'
import { AlarmFace, hasPerson } from './alarm-face.tsx'
import { AlarmFacts } from './alarm-facts.tsx'
import { AlarmHistory } from './alarm-history.tsx'
import { DeviceAlarms } from './device-alarms.tsx'
import './alarm-side.css'

type AlarmSideProps = {
  alarm: Alarm
  types: AlarmTypes
  cameras: ReturnType<typeof useAlarmCameras>
  shown: { camera: AlarmCamera | undefined; view: string }
  onShow(view: 'live' | 'recording', camera: AlarmCamera): void
  onChange(change: Partial<Alarm>): void
}

/** Facts about an alarm, by subject: recognised person, fields, cameras around, other alarms of the device, history. */
export function AlarmSide({ alarm, types, cameras, shown, onShow, onChange }: AlarmSideProps) {
  const t = useText('alarmDetail')
  return (
    <Tabs
      className="alarm-side"
      size="small"
      destroyOnHidden
      items={[
        ...(hasPerson(alarm)
          ? [{ key: 'person', label: t('tab.person'), children: <AlarmFace alarm={alarm} /> }]
          : []),
        {
          key: 'facts',
          label: t('tab.facts'),
          children: <AlarmFacts alarm={alarm} types={types} onChange={onChange} />,
        },
        {
          key: 'cameras',
          label: t('tab.cameras'),
          children: <AlarmCamerasList cameras={cameras} shown={shown} onShow={onShow} />,
        },
        {
          key: 'device',
          label: t('tab.device'),
          children: <DeviceAlarms alarm={alarm} types={types} />,
        },
        {
          key: 'history',
          label: t('tab.history'),
          children: <AlarmHistory alarm={alarm} types={types} />,
        },
      ]}
    />
  )
}
