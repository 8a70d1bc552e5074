import { FileExcelOutlined, LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons'
import { RECTIFICATION_UNITS, type RectificationUnit } from '@backlot/contract/work-orders/rectification'
import { Button, Segmented, Tooltip } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { DatePicker } from '../../components/date-picker.ts'
import { notify } from '../../components/notifications/notify.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { GroupFilter } from '../../features/table-screen/group-filter.tsx'
import { printTable } from '../../features/table-screen/print-table.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import { exportReport } from './export-report.ts'
import { reportColumns, reportRows } from './report-rows.ts'
import type { ReportQuery } from './use-rectification.ts'

const PICKER = { day: 'date', month: 'month', year: 'year' } as const
const FORMAT = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const

/** Which period, which group; the report as a file and on paper. */
export function RectificationFilters({ query }: { query: ReportQuery }) {
  const t = useText('rectification')
  const types = useAlarmTypes()
  const groups = useGroupTree()
  const zone = platformZoneMinutes()
  const { unit, period, isLast, title } = query
  const data = query.report.data
  const [busy, setBusy] = useState(false)
  const name = t('fileName', { title: t(`title.${unit}`), period: title })

  async function save() {
    if (!data) return
    setBusy(true)
    try {
      await exportReport(name, reportColumns(t), reportRows(data, t, types))
      notify.success(t('exported'))
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <search className="filter-bar" aria-label={t('filters')}>
      <Segmented<RectificationUnit>
        aria-label={t('unit.label')}
        value={unit}
        onChange={(next) => query.show(next, isLast ? undefined : period.fromMs / 1000)}
        options={RECTIFICATION_UNITS.map((value) => ({ value, label: t(`unit.${value}`) }))}
      />
      <span className="rectification-period">
        <Tooltip title={t('before')}>
          <Button
            icon={<LeftOutlined />}
            aria-label={t('before')}
            onClick={() => query.goTo(period.fromMs - 1000)}
          />
        </Tooltip>
        <DatePicker
          allowClear={false}
          picker={PICKER[unit]}
          format={FORMAT[unit]}
          style={{ width: 130 }}
          aria-label={t('period')}
          value={dayjs(toPickerDate(period.fromMs, zone))}
          maxDate={dayjs(toPickerDate(platformNow(), zone))}
          onChange={(date) => {
            if (date) query.goTo(fromPickerDate(date.startOf(unit).toDate(), zone))
          }}
        />
        <Tooltip title={isLast ? t('isLast') : t('after')}>
          <Button
            icon={<RightOutlined />}
            aria-label={t('after')}
            disabled={isLast}
            onClick={() => query.goTo(period.toMs)}
          />
        </Tooltip>
      </span>
      <GroupFilter
        label={t('group')}
        placeholder={t('anyGroup')}
        value={query.nodeId}
        groups={groups}
        onChange={query.setNode}
      />
      <span className="rectification-files">
        <Button
          icon={<PrinterOutlined />}
          disabled={!data}
          onClick={() =>
            data &&
            printTable({
              title: t('heading', { title: t(`title.${unit}`), period: title }),
              note: t('printNote', { orders: data.sums.orders, alarms: data.alarms }),
              columns: reportColumns(t),
              rows: reportRows(data, t, types),
            })
          }
        >
          {t('print')}
        </Button>
        <Button icon={<FileExcelOutlined />} loading={busy} disabled={!data} onClick={() => void save()}>
          {t('export')}
        </Button>
      </span>
    </search>
  )
}
