import { Alert, Button, Empty, Result, Spin } from 'antd'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { ofPoint, PointTag, usePoint } from './monitoring-point.tsx'
import { ReadingTile } from './reading-tile.tsx'
import { RefreshBar } from './refresh-bar.tsx'
import type { StationKind } from './station-kinds.ts'
import { StationPanel } from './station-panel.tsx'
import { useReadings } from './use-readings.ts'

/** The live tiles of a station, grey while it is offline. */
export function StationReadings({ kind, sn, online }: { kind: StationKind; sn: string; online: boolean }) {
  const t = useText('sensors')
  const seconds = useSettings((settings) => settings.sensorRefreshSeconds)
  const point = usePoint(sn)
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
      {point && <PointTag sn={sn} point={point} />}
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
