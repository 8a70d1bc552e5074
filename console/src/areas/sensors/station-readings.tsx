import { CloseOutlined } from '@ant-design/icons'
import type { SensorReading } from '@backlot/contract/devices/calls'
import { NODE_TYPES, type SenseEntry } from '@backlot/contract/devices/entities'
import { Alert, Button, Empty, Result, Spin, Tag } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { useDevice } from '../../parts/device-tree/device-store.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { ReadingTile } from './reading-tile.tsx'
import { RefreshBar } from './refresh-bar.tsx'
import { searchFor } from './station-choice.ts'
import type { StationKind } from './station-kinds.ts'
import { StationPanel } from './station-panel.tsx'
import { useReadings } from './use-readings.ts'

/** Readings that are taken at a point; all without one, or where the station does not tell them apart. */
function ofPoint(list: readonly SensorReading[], id: number | undefined): readonly SensorReading[] {
  if (id === undefined || list.every(({ monitorId }) => monitorId === undefined)) return list
  return list.filter(({ monitorId }) => monitorId === id)
}

/** The monitoring point that the address names (`?point=`), and how to choose another. */
function usePoint(sn: string) {
  const [search, setSearch] = useSearchParams()
  const senseList = useDevice(sn)?.senseList ?? []
  const asked = search.get('point')
  const isAsked = ({ id, nodeType }: SenseEntry) => nodeType === NODE_TYPES.sensor && String(id) === asked
  const choose = (point: SenseEntry | undefined) =>
    setSearch((before) => searchFor(before, sn, point), { replace: true })
  return [senseList.find(isAsked), choose] as const
}

/** The live tiles of a station, grey while it is offline. */
export function StationReadings({ kind, sn, online }: { kind: StationKind; sn: string; online: boolean }) {
  const t = useText('sensors')
  const seconds = useSettings((settings) => settings.sensorRefreshSeconds)
  const [point, choosePoint] = usePoint(sn)
  const { query, history } = useReadings(kind, sn, seconds)
  const { data, error, isFetching } = query
  const again = () => void query.refetch()
  if (!data) {
    if (!error) {
      return (
        <div className="live-readings-notice" role="status">
          <Spin /> {t('loading')}
        </div>
      )
    }
    return (
      <Result
        status="warning"
        title={t('failed', { reason: errorText(error) })}
        extra={<Button onClick={again}>{t('again')}</Button>}
      />
    )
  }
  const shown = ofPoint(data.list, point?.id)
  return (
    <section aria-label={t('readings')}>
      <RefreshBar fetchedAtMs={data.fetchedAtMs} fetching={isFetching} onRefresh={again} />
      {error && (
        <Alert type="warning" showIcon title={t('failedKept', { reason: errorText(error) })} role="alert" />
      )}
      {!online && data.list.length > 0 && <p className="live-readings-offline">{t('offlineHint')}</p>}
      <StationPanel kind={kind} sn={sn} readings={data.list} online={online} />
      {point && (
        <Tag
          className="readings-point"
          closable
          closeIcon={<CloseOutlined aria-label={t('allPoints')} />}
          onClose={() => choosePoint(undefined)}
        >
          {t('onlyPoint', { name: point.name })}
        </Tag>
      )}
      {shown.length === 0 ? (
        <Empty description={t('noReadings')} />
      ) : (
        <ul className="reading-tiles" data-online={online}>
          {shown.map((reading) => (
            <ReadingTile
              key={reading.code}
              reading={reading}
              samples={history.get(reading.code) ?? [{ atS: reading.D, value: reading.V }]}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
