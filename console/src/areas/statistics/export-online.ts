import type { QueryIn } from '@backlot/contract/call'
import { exportOnline, type OnlineDeviceDay } from '@backlot/contract/statistics/calls'
import { saveFile } from '../../features/player/snapshot.ts'
import type { Translate } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import type { StatDays } from './stat-range.ts'

/** Devices per request. */
const PAGE = 500

/**
 * Saves a row for every device and day as an Excel file; answers how many. Rejects as `request` does (more than seven
 * days are refused).
 */
export async function exportOnlineTime(
  query: Pick<QueryIn<typeof exportOnline>, 'nodeId' | 'name' | 'startTime' | 'endTime'>,
  days: StatDays,
  t: Translate<'statistics'>,
): Promise<number> {
  const rows: OnlineDeviceDay[] = []
  for (let currentPage = 1; ; currentPage++) {
    const page = await request(exportOnline, { query: { ...query, currentPage, pageSize: PAGE } })
    rows.push(...page.list)
    if (currentPage * PAGE >= page.total) break
  }
  const { default: writeXlsx } = await import('write-excel-file/universal')
  const sheet = `${days.from} - ${days.to}`
  const blob = await writeXlsx(rows, { sheet, stickyRowsCount: 1, columns: columnsOf(t) }).toBlob()
  saveFile(blob, t('export.fileName', days))
  return rows.length
}

function columnsOf(t: Translate<'statistics'>) {
  const heading = (value: string) => ({ value, fontWeight: 'bold' as const })
  const text = (title: string, width: number, value: (row: OnlineDeviceDay) => string) => ({
    header: heading(title),
    width,
    cell: (row: OnlineDeviceDay) => ({ type: String, value: value(row) }),
  })
  const number = (title: string, format: string, value: (row: OnlineDeviceDay) => number) => ({
    header: heading(title),
    width: 16,
    cell: (row: OnlineDeviceDay) => ({ type: Number, value: value(row), format }),
  })
  return [
    text(t('field.day'), 12, ({ date }) => date),
    text(t('field.device'), 36, ({ name }) => name),
    text(t('field.sn'), 24, ({ sn }) => sn),
    text(t('field.group'), 24, ({ groupName }) => groupName),
    number(t('field.rate'), '0.00%', ({ rate }) => rate),
    number(t('export.onlineSeconds'), '0', ({ onlineSeconds }) => onlineSeconds),
    number(t('export.offlineSeconds'), '0', ({ offlineSeconds }) => offlineSeconds),
    number(t('field.drops'), '0', ({ drops }) => drops),
  ]
}
