import { useEffect } from 'react'
import { loadTree } from '../../features/device-tree/device-store.ts'
import { DeviceDays } from './device-days.tsx'
import './statistics-screen.css'
import { StatFilters } from './stat-filters.tsx'
import { StatOverview } from './stat-overview.tsx'
import { DayTable, DeviceTable, GroupTable } from './stat-tables.tsx'
import { useStatQuery } from './use-stat-query.ts'

const TABLES = { days: DayTable, groups: GroupTable, devices: DeviceTable } as const

/** Online times of devices: sums and course over a range, by day, group and device, down to single stretches. */
export function StatisticsScreen() {
  const query = useStatQuery()
  useEffect(() => {
    loadTree().catch((error: unknown) => console.error('device tree', error))
  }, [])
  const Table = TABLES[query.view]
  return (
    <>
      <Table
        query={query}
        filters={
          <>
            <StatFilters query={query} />
            <StatOverview query={query} />
          </>
        }
      />
      {query.sn !== undefined && <DeviceDays query={query} sn={query.sn} />}
    </>
  )
}
