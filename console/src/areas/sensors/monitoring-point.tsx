import { CloseOutlined } from '@ant-design/icons'
import type { SensorReading } from '@backlot/contract/devices/calls'
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { SenseEntry } from '@backlot/contract/devices/entities'
import { Tag } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { useText } from '../../language/language.ts'
import { searchFor } from './station-choice.ts'

/** Readings taken at a point; all without one, or where the station does not distinguish them. */
export function ofPoint(list: readonly SensorReading[], id: number | undefined): readonly SensorReading[] {
  if (id === undefined || list.every(({ monitorId }) => monitorId === undefined)) return list
  return list.filter(({ monitorId }) => monitorId === id)
}

/** The monitoring point that the address names (`?point=`). */
export function usePoint(sn: string): SenseEntry | undefined {
  const [search] = useSearchParams()
  const senseList = useDevice(sn)?.senseList ?? []
  const asked = search.get('point')
  return senseList.find(({ id, nodeType }) => nodeType === NODE_TYPES.sensor && String(id) === asked)
}

/** Notes that one point is shown alone, and leads back to the whole station. */
export function PointTag({ sn, point }: { sn: string; point: SenseEntry }) {
  const t = useText('sensors')
  const [, setSearch] = useSearchParams()
  const showAll = () => setSearch((before) => searchFor(before, sn, undefined), { replace: true })
  return (
    <Tag
      className="readings-point"
      closable
      closeIcon={<CloseOutlined aria-label={t('allPoints')} />}
      onClose={showAll}
    >
      {t('onlyPoint', { name: point.name })}
    </Tag>
  )
}
