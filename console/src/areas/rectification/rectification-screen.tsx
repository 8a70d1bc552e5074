import { Alert, Button, Empty, Segmented, Spin } from 'antd'
import { useEffect } from 'react'
import { loadTree } from '../../features/device-tree/device-store.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { RectificationChart } from './rectification-chart.tsx'
import { RectificationFilters } from './rectification-filters.tsx'
import { RectificationTable } from './rectification-table.tsx'
import { RectificationTiles } from './rectification-tiles.tsx'
import { REPORT_ROWS, type ReportRows, useRectification } from './use-rectification.ts'
import '../../features/table-screen/table-screen.css'
import './rectification.css'

/** Problem rectification, daily, monthly and yearly: problems found, and their outcomes. */
export function RectificationScreen() {
  const t = useText('rectification')
  const query = useRectification()
  const { report, unit, title } = query
  useEffect(() => {
    loadTree().catch((error: unknown) => noteProblem('deviceTree', String(error)))
  }, [])
  const data = report.data
  return (
    <section className="rectification" aria-label={t(`title.${unit}`)}>
      <h1 className="visually-hidden">{t('heading', { title: t(`title.${unit}`), period: title })}</h1>
      <RectificationFilters query={query} />
      {report.error && (
        <Alert
          type="error"
          showIcon
          title={t('failed')}
          description={errorText(report.error)}
          action={<Button onClick={() => void report.refetch()}>{t('again')}</Button>}
        />
      )}
      {!data && !report.error && <Spin className="rectification-loading" />}
      {data && (
        <>
          <RectificationTiles data={data} nodeId={query.nodeId} />
          <RectificationChart data={data} query={query} />
          <div className="rectification-rows">
            <Segmented<ReportRows>
              aria-label={t('rows.label')}
              value={query.rows}
              onChange={query.setRows}
              options={REPORT_ROWS.map((value) => ({
                value,
                label: value === 'buckets' ? t(`rows.${unit}`) : t(`rows.${value}`),
              }))}
            />
            {data.sums.orders === 0 && data.alarms === 0 ? (
              <Empty description={t('none')} />
            ) : (
              <RectificationTable data={data} query={query} />
            )}
          </div>
        </>
      )}
    </section>
  )
}
